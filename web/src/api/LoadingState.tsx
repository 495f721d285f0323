import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useUiText } from '../ui/text.tsx'
import { LoadFailed } from './LoadFailed.tsx'

/**
 * The placeholder of a list or form that is loading or has failed to load.
 *
 *     if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
 */
export function LoadingState(props: { error: unknown; onRetry: () => void; rows?: number }) {
  const text = useUiText()
  if (props.error)
    return (
      <LoadFailed error={props.error} onRetry={props.onRetry}>
        {text.loadFailed}
      </LoadFailed>
    )
  return (
    <Skeleton>
      <SkeletonRows rows={props.rows ?? 4} />
    </Skeleton>
  )
}
