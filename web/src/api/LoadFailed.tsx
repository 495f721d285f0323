import type { ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useUiText } from '../ui/text.tsx'
import { isUnreachable } from './client.ts'

/**
 * Says that a part of a page could not be read, and offers another try. While the server is not reached, which the banner
 * above the page says, it is no failure: the part is not on this device.
 *
 *     {error && <LoadFailed error={error} onRetry={() => void refetch()}>{text.failed}</LoadFailed>}
 */
export function LoadFailed(props: { error: unknown; onRetry: () => void; children: ReactNode }) {
  const text = useUiText()
  const isAway = isUnreachable(props.error)
  return (
    <Banner
      tone={isAway ? 'info' : 'danger'}
      action={<Button onClick={props.onRetry}>{text.tryAgain}</Button>}
    >
      {isAway ? text.needsConnection : props.children}
    </Banner>
  )
}
