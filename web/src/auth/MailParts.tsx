import { getSettingAsJson } from '@plumbline/contract/settings'
import { useEffect, useState } from 'react'
import { useRead } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Link } from '../ui/Link.tsx'
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

/** A link that was used, is too old or never was. */
export function ExpiredLink({ href }: { href: string }) {
  const text = useAuthText()
  return (
    <OutsidePage title={text.expired} hint={text.expiredHint}>
      <ButtonLink look="primary" href={href}>
        {text.requestNew}
      </ButtonLink>
    </OutsidePage>
  )
}
