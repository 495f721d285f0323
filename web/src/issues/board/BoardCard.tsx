import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { MessageSquare } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { PriorityBars } from '../../ui/PriorityBars.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { IssueGrouping } from '../filters/issue-query.ts'
import { CoverImage, DueDateCell } from '../list/use-issue-cells.tsx'
import { usePeople } from '../use-people.ts'

/** An issue on the board, without the field that its column already shows. */
export function BoardCard(props: { project: Project; row: IssueRow; href: string; group: IssueGrouping }) {
  const { project, row, group } = props
  const { personOf } = usePeople(project.id)
  const person = personOf(row.assignee_id)
  return (
    <div className="flex flex-col gap-1.5 rounded-control border border-line bg-surface p-2.5 text-13">
      <CoverImage project={project} row={row} className="mb-0.5 h-24 w-full rounded-mark object-cover" />
      <Link quiet href={props.href} draggable={false} tabIndex={-1} className="line-clamp-3 font-medium">
        {row.name}
      </Link>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-text-muted">
        <span className="tabular-nums">#{row.number}</span>
        {group !== 'status' && <StatusBadge status={row.status} iconOnly />}
        {group !== 'priority' && <PriorityBars priority={row.priority} />}
        <DueDateCell row={row} zone={project.timezone} />
        {row.comments > 0 && (
          <span className="inline-flex items-center gap-1 tabular-nums">
            <MessageSquare aria-hidden className="size-3.5" />
            {row.comments}
          </span>
        )}
        {person && group !== 'assignee' && <Avatar person={person} size="small" className="ms-auto" />}
      </p>
    </div>
  )
}
