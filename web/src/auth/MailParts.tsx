import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { capitalise } from '../ui/toast.ts'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

const WAIT_S = 60

/** A button that sends another mail, at most once a minute. */
export function SendAgain({ onSend }: { onSend: () => void }) {
  const text = useAuthText()
  const [wait, setWait] = useState(WAIT_S)
  useEffect(() => {
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Button
      disabled={wait > 0}
      className="tabular-nums"
      onClick={() => {
        setWait(WAIT_S)
        onSend()
      }}
    >
      {wait > 0 ? text.sendAgainIn(wait) : text.sendAgain}
    </Button>
  )
}

/** A link to the local inbox on a development server, which keeps mails instead of sending them. */
export function LocalInbox() {
  const text = useAuthText()
  const { data } = useRead(getSettingAsJson, { params: { name: 'LOCAL_INBOX' } })
  if (typeof data !== 'string') return null
  return (
    <Link href={data} newTab>
      {text.openInbox}
    </Link>
  )
}

/** Shown while the code of a link is checked and when that fails; `expired` is the content for an invalid code. */
export function CodeCheck(props: {
  title: string
  error: ApiError | null
  onRetry: () => void
  expired: ReactNode
}) {
  const text = useAuthText()
  const { error } = props
  if (error?.code === 'link_expired') return props.expired
  return (
    <VisitorLayout title={props.title}>
      {error ? (
        <>
          <p role="alert" className="mb-4">
            {error.code === 'offline' ? text.notReached : capitalise(error.message)}
          </p>
          <Button look="primary" onClick={props.onRetry}>
            {text.tryAgain}
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </VisitorLayout>
  )
}
