import { type AccountDetails, getAccount } from '@plumbline/contract/admin/people'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { paths } from '../base/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { PersonCell } from '../users/PersonCell.tsx'
import { AccountActs } from './AccountActs.tsx'
import { useAdminRead } from './admin-reads.ts'
import { FactList } from './FactList.tsx'
import { useMergeText } from './merge-text.ts'
import { OperatorLog } from './OperatorLog.tsx'
import { useAdminText } from './text.ts'

/** One person: the state of the account, what an operator can do, and what operators did. */
export function AccountView({ id }: { id: string }) {
  const text = useAdminText()
  const { data: account, error, refetch } = useAdminRead(getAccount, { params: { id } })
  return (
    <>
      <Link href={paths.adminPart('people')} className="inline-flex items-center gap-1.5 self-start">
        <ArrowLeft aria-hidden />
        {text.back}
      </Link>
      {account ? (
        <>
          <Facts account={account} />
          {account.merged_into === null && <AccountActs account={account} />}
          <Card title={text.history}>
            <OperatorLog person={id} />
          </Card>
        </>
      ) : (
        <LoadingState error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Time({ at }: { at: string | null }) {
  const text = useAdminText()
  if (at === null) return text.never
  return (
    <time dateTime={at} title={exactTime(at)} className="tabular-nums">
      {shortDateTime(at)}
    </time>
  )
}

function Facts({ account }: { account: AccountDetails }) {
  const text = useAdminText()
  const merge = useMergeText()
  const facts: [string, ReactNode][] = [
    [text.signedUp, <Time key="at" at={account.created_at} />],
    [text.lastSignIn, <Time key="at" at={account.signed_in_at} />],
    [text.lastSeen, <Time key="at" at={account.seen_at} />],
    [text.sessions, account.sessions],
    [text.twoSteps, account.has_totp ? text.yes : text.no],
    [text.passkeys, account.passkeys],
    [text.projects, account.projects],
  ]
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <PersonCell person={account} email={account.email} />
        <span className="flex gap-2">
          {account.merged_into !== null && <Badge>{text.merged}</Badge>}
          {account.locked_at !== null && <Badge tone="danger">{text.locked}</Badge>}
          {account.is_operator && <Badge tone="info">{text.operator}</Badge>}
        </span>
      </div>
      {account.locked_at !== null && (
        <div className="mb-4">
          <Banner tone="warning">{text.lockedSince(shortDateTime(account.locked_at))}</Banner>
        </div>
      )}
      {account.merged_into !== null && (
        <div className="mb-4">
          <Banner tone="info">
            {merge.mergedInto}{' '}
            <Link href={paths.administeredPerson(account.merged_into.id)}>
              {merge.openKept}: {account.merged_into.email}
            </Link>
          </Banner>
        </div>
      )}
      <FactList facts={facts} />
      <h3 className="mt-4 mb-1 text-13 text-text-muted">{text.companies}</h3>
      {account.companies.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {account.companies.map(({ id, name, role }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {name} <span className="text-text-muted">· {text.roles[role]}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
