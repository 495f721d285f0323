import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Skeleton, SkeletonRows } from './Skeleton.tsx'
import { useUiText } from './text.tsx'

/**
 * The placeholder of a list or form that is loading or has failed to load.
 *
 *     if (!data) return <LoadingState failed={error !== null} onRetry={() => void refetch()} />
 */
export function LoadingState(props: { failed: boolean; onRetry: () => void; rows?: number }) {
  const text = useUiText()
  if (props.failed)
    return (
      <Banner tone="danger" action={<Button onClick={props.onRetry}>{text.tryAgain}</Button>}>
        {text.loadFailed}
      </Banner>
    )
  return (
    <Skeleton>
      <SkeletonRows rows={props.rows ?? 4} />
    </Skeleton>
  )
}
