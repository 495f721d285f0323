import type { BulkReply } from '@plumbline/contract/issues/bulk'
import type { Project } from '@plumbline/contract/projects/projects'
import { useReasonText } from '../../api/reason-text.ts'
import { paths } from '../../base/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { useListText } from '../list/text.ts'
import { groupRefusals } from './bulk-change.ts'

/** rows listed per group: nobody reads thousands */
const MAX_LISTED = 100

/** The effect of a bulk change on each issue, as a preview or as the result. */
export function BulkResultView({ project, reply }: { project: Project; reply: BulkReply }) {
  const text = useListText()
  const reasonText = useReasonText()
  const done = reply.bulk_id !== null
  const changed = reply.results.filter(({ outcome }) => outcome === 'CHANGED')
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <ul className="font-medium">
        <li>{done ? text.didChange(reply.changed) : text.willChange(reply.changed)}</li>
        {reply.same > 0 && <li className="font-normal text-text-muted">{text.willStay(reply.same)}</li>}
        {reply.refused > 0 && <li className="text-danger">{text.willRefuse(reply.refused)}</li>}
      </ul>
      {groupRefusals(reply).map((group) => (
        <Issues key={group.message} title={reasonText(group)} project={project} issues={group.issues} open />
      ))}
      {changed.length > 0 && (
        <Issues
          title={done ? text.didChange(reply.changed) : text.willChange(reply.changed)}
          project={project}
          issues={changed}
        />
      )}
    </div>
  )
}

function Issues(props: { title: string; project: Project; issues: BulkReply['results']; open?: boolean }) {
  const { issues } = props
  const text = useListText()
  return (
    <details open={props.open} className="rounded-control border border-line px-3 py-2">
      <summary className="cursor-pointer text-13">{props.title}</summary>
      <ul className="mt-1 max-h-48 overflow-y-auto text-13">
        {issues.slice(0, MAX_LISTED).map((issue) => (
          <li key={issue.issue_id} className="truncate py-0.5">
            <Link quiet newTab href={paths.issue(props.project.id, issue.number)}>
              #{issue.number} {issue.name}
            </Link>
          </li>
        ))}
        {issues.length > MAX_LISTED && (
          <li className="py-0.5 text-text-muted">{text.andOthers(issues.length - MAX_LISTED)}</li>
        )}
      </ul>
    </details>
  )
}
