import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useUiText } from '../ui/text.tsx'
import { LoadFailed } from './LoadFailed.tsx'

/**
 * The placeholder of a list or form that is loading or has failed to load. What has been loaded stays on the screen when a
 * later read of it fails: ask for data first.
 *
 *     if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
 */
export function LoadingState(props: {
  error: unknown
  onRetry: () => void
  rows?: number
  /** name of the failed content; none by default */
  failed?: string
  className?: string
}) {
  const text = useUiText()
  if (props.error)
    return (
      <div className={props.className}>
        <LoadFailed error={props.error} onRetry={props.onRetry}>
          {props.failed ?? text.loadFailed}
        </LoadFailed>
      </div>
    )
  return (
    <Skeleton className={props.className}>
      <SkeletonRows rows={props.rows ?? 4} />
    </Skeleton>
  )
}
