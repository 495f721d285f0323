import { endOtherSessions, endSession, listSessions, type Session } from '@plumbline/contract/auth/account'
import { Monitor, Smartphone } from 'lucide-react'
import { useRead, useWrite } from '../../api/query.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/toast.ts'
import { exactTime, shortDateTime } from '../dates.ts'
import { parseUserAgent } from './devices.ts'
import { ListState } from './ListState.tsx'
import { useMeText } from './text.ts'

/** The person's sessions, each of which can be ended. */
export function DevicesSection() {
  const text = useMeText()
  const sessions = useRead(listSessions, {})
  const endOthers = useWrite(endOtherSessions, { onDone: () => toast.success() })
  const others = sessions.data?.some(({ is_current }) => !is_current)
  return (
    <Card id="devices" title={text.devices}>
      <p className="mb-2 text-text-muted">{text.devicesHint}</p>
      <ListState read={sessions} empty="">
        {(session) => <Device key={session.id} session={session} />}
      </ListState>
      {others && (
        <Button className="mt-4" loading={endOthers.pending} onClick={() => endOthers.run({})}>
          {text.signOutOthers}
        </Button>
      )}
    </Card>
  )
}

function Device({ session }: { session: Session }) {
  const text = useMeText()
  const end = useWrite(endSession, { onDone: () => toast.success() })
  const { browser, system, mobile } = parseUserAgent(session.user_agent)
  const name = browser && system ? text.browserOn(browser, system) : session.user_agent || text.unknownBrowser
  const Icon = mobile ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
      <Icon aria-hidden className="text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 truncate">{name}</span>
          {session.is_current && <Badge tone="success">{text.thisDevice}</Badge>}
        </p>
        <p className="text-13 text-text-muted">
          <span className="tabular-nums">{session.ip}</span>
          {', '}
          <time dateTime={session.seen_at} title={exactTime(session.seen_at)}>
            {text.seen(shortDateTime(session.seen_at))}
          </time>
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          aria-label={text.signOutNamed(name)}
          loading={end.pending}
          onClick={() => end.run({ params: { sessionId: session.id } })}
        >
          {text.signOut}
        </Button>
      )}
    </li>
  )
}
