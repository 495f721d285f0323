import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useTeamText } from './text.ts'

/** In the place of what is on its way, or could not be fetched. */
export function Waits({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const text = useTeamText()
  if (failed)
    return (
      <Banner tone="danger" action={<Button onClick={onRetry}>{text.tryAgain}</Button>}>
        {text.loadFailed}
      </Banner>
    )
  return (
    <Skeleton>
      <SkeletonRows rows={4} />
    </Skeleton>
  )
}
