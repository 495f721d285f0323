import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { capitalised } from '../ui/toast.ts'
import { OutsidePage } from './OutsidePage.tsx'
import { useAuthText } from './text.ts'

const WAIT_S = 60

/** Asks for another mail, once a minute. */
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

/** On a local server, where mails are kept instead of sent, the way to them. */
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

/** While the code of a link is looked at, and when the server cannot be asked; `expired` for a code that is none. */
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
    <OutsidePage title={props.title}>
      {error ? (
        <>
          <p role="alert" className="mb-4">
            {error.code === 'offline' ? text.notReached : capitalised(error.message)}
          </p>
          <Button look="primary" onClick={props.onRetry}>
            {text.tryAgain}
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </OutsidePage>
  )
}
