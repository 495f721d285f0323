import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Skeleton, SkeletonRows } from './Skeleton.tsx'
import { useUiText } from './text.tsx'

/**
 * In the place of a list or form that is on its way, or could not be fetched.
 *
 *     if (!data) return <Waits failed={error !== null} onRetry={() => void refetch()} />
 */
export function Waits(props: { failed: boolean; onRetry: () => void; rows?: number }) {
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
