import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { Avatar } from '../../ui/Avatar.tsx'
import { DueDateCell } from '../list/use-issue-cells.tsx'
import { usePeople } from '../use-people.ts'
import { useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** The person who acts next, with the due date: the assignee, or whoever checks a resolved issue. */
export function NextStep() {
  const text = useDetailText()
  const { project, issue } = useOpenIssue()
  const { nameOf, orElse, personOf } = usePeople(project.id)
  const { status, assignee_id, created_by, resolved_by } = issue
  const isOpen = openStatuses.includes(status)
  if (!isOpen && status !== 'RESOLVED') return null
  const checker = created_by === resolved_by ? null : created_by
  const id = isOpen ? assignee_id : checker
  const person = personOf(id)
  const name = nameOf(id)
  return (
    <span className="ms-auto inline-flex min-w-0 items-center gap-1.5 text-13">
      {person && <Avatar person={person} size="small" decorative />}
      <span className="min-w-0 truncate">
        {isOpen
          ? (name ?? issue.assigned_to ?? (id ? orElse(text.formerMember) : text.notAssigned))
          : name
            ? text.checkedBy(name)
            : text.checkedByOther}
      </span>
      {isOpen && <DueDateCell row={issue} zone={project.timezone} />}
    </span>
  )
}
