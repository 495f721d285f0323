import type { ReplyOf } from '@plumbline/contract/http'
import { unsubscribe } from '@plumbline/contract/notifications/settings'
import { useEffect, useState } from 'react'
import { type ApiError, call } from '../api/client.ts'
import { VisitorLayout } from '../auth/VisitorLayout.tsx'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { capitalise } from '../ui/toast.ts'
import { useNotificationSettingsText } from './settings-text.ts'

/** The page behind a mail's unsubscribe link: unsubscribes on load and shows what was unsubscribed. */
export function UnsubscribePage() {
  const text = useNotificationSettingsText()
  const [{ token = '' }] = useSearch()
  const [ended, setEnded] = useState<ReplyOf<typeof unsubscribe> | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const end = async (chosen: string) => {
    setError(null)
    try {
      setEnded(await call(unsubscribe, { params: { token: chosen } }, { redirects: false }))
    } catch (caught) {
      setError(caught as ApiError)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per token; `end` changes with every render
  useEffect(() => void end(token), [token])
  const footer = <Link href={`${paths.me}#notifications`}>{text.toSettings}</Link>
  const isOver = error && error.status < 500 && error.code !== 'offline' && error.status !== 429
  if (isOver)
    return (
      <VisitorLayout title={text.linkOver} footer={footer}>
        <p role="alert">{text.linkOverHint}</p>
      </VisitorLayout>
    )
  if (error)
    return (
      <VisitorLayout title={text.unsubscribeFailed} footer={footer}>
        <p role="alert">{capitalise(error.message)}</p>
        <Button look="primary" className="mt-4" onClick={() => void end(token)}>
          {text.tryAgain}
        </Button>
      </VisitorLayout>
    )
  if (!ended)
    return (
      <VisitorLayout title={text.unsubscribing}>
        <span />
      </VisitorLayout>
    )
  const { type, email, all_token } = ended
  return (
    <VisitorLayout title={text.unsubscribed} footer={footer}>
      <p role="status" className="wrap-anywhere">
        {type ? text.ended(email, text.types[type]) : text.endedAll(email)}
      </p>
      <p className="mt-2 text-text-muted">{text.stillInApp}</p>
      {all_token && (
        <Button className="mt-5" onClick={() => void end(all_token)}>
          {text.endAll}
        </Button>
      )}
    </VisitorLayout>
  )
}
