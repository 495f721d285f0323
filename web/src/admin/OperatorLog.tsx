import { listOperatorLog, type OperatorAct, type OperatorLogEntry } from '@plumbline/contract/admin/people'
import { Dot } from 'lucide-react'
import { LoadingState } from '../api/LoadingState.tsx'
import { paths } from '../base/paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { personName } from '../users/PersonCell.tsx'
import { useAdminPages } from './admin-reads.ts'
import { MoreButton } from './MoreButton.tsx'
import { type AdminText, useAdminText } from './text.ts'

/** The sentence after the name of who acted; the code of the kind if a newer version of the server recorded it. */
function describeEntry({ kind, person }: OperatorLogEntry, text: AdminText): string {
  const describe: ((person: string) => string) | undefined = text.entries[kind as OperatorAct]
  return describe?.(person ? personName(person) : text.deletedAccount) ?? kind
}

/** The operators' log, complete or for one person. */
export function OperatorLog({ person }: { person?: string }) {
  const text = useAdminText()
  const found = useAdminPages(listOperatorLog, person ? { person } : {}, 'before')
  if (!found.items) return <LoadingState error={found.error} onRetry={() => void found.refetch()} />
  if (found.items.length === 0)
    return person ? (
      <p className="text-text-muted">{text.emptyLog}</p>
    ) : (
      <EmptyState drawing="list" title={text.emptyLog} />
    )
  const entries = found.items.map((entry) => ({
    id: String(entry.seq),
    sign: entry.by ? <Avatar person={entry.by} size="small" decorative /> : <Dot aria-hidden />,
    title: (
      <span className="[overflow-wrap:anywhere]">
        <span className="font-medium">
          {entry.by ? personName(entry.by) : entry.by_id === null ? text.machine : text.deletedAccount}
        </span>{' '}
        {entry.person && !person ? (
          <Link href={paths.administeredPerson(entry.person.id)}>{describeEntry(entry, text)}</Link>
        ) : (
          <span className="text-text-muted">{describeEntry(entry, text)}</span>
        )}
      </span>
    ),
    time: { text: shortDateTime(entry.at), iso: entry.at, title: exactTime(entry.at) },
  }))
  return (
    <>
      <Timeline label={text.log} entries={entries} />
      <MoreButton pages={found} label={text.earlier} />
    </>
  )
}
