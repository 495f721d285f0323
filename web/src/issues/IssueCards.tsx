import type { IssueRow } from '@plumbline/contract/issues'
import type { Project } from '@plumbline/contract/projects'
import { shortDate } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { Link } from '../ui/Link.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

/** The list for a hand: a card an issue, the whole card leads to it. */
export function IssueCards({ project, rows }: { project: Project; rows: IssueRow[] }) {
  const text = useIssueText()
  const { nameOf } = usePeople(project.id)
  return (
    <VirtualList
      label={text.issues}
      items={rows}
      itemKey={(issue) => issue.id}
      estimate_px={84}
      className="min-h-0 flex-1"
    >
      {(issue) => (
        <div className="relative flex flex-col gap-1 border-line border-b px-4 py-3">
          <Link
            quiet
            href={paths.issue(project.id, issue.number) + location.search}
            className="line-clamp-2 font-medium after:absolute after:inset-0"
          >
            {issue.name}
          </Link>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-muted tabular-nums">
            <span>#{issue.number}</span>
            <StatusBadge status={issue.status} />
            <PriorityBars priority={issue.priority} />
            <span className="truncate">{nameOf(issue.assignee_id)}</span>
            {issue.due_date && <span>{shortDate(issue.due_date)}</span>}
          </p>
        </div>
      )}
    </VirtualList>
  )
}
