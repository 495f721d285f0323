import { Clock, TriangleAlert } from 'lucide-react'
import { useWaitingOperations } from '../api/waiting.ts'
import { useIssueText } from './text.ts'

/** Above the list: new issues of this project that the server does not have yet, with the reason if it refused them. */
export default function WaitingIssues({ projectId }: { projectId: string }) {
  const text = useIssueText()
  const operations = useWaitingOperations()
  const created = operations.filter(
    ({ kind, project_id }) => kind === 'createIssue' && project_id === projectId,
  )
  if (created.length === 0) return null
  return (
    <ul
      aria-label={text.waitingIssues(created.length)}
      className="mx-4 mb-3 flex-none rounded-card border border-line bg-sunken sm:mx-6"
    >
      {created.map(({ id, label, problem }) => (
        <li key={id} className="flex items-center gap-3 border-line px-3 py-2 not-first:border-t">
          {problem ? (
            <TriangleAlert aria-hidden className="flex-none text-warning" />
          ) : (
            <Clock aria-hidden className="flex-none text-text-muted" />
          )}
          <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
          <span className="text-13 text-text-muted">{problem?.message ?? text.keptHere}</span>
        </li>
      ))}
    </ul>
  )
}
