import { listDoubtfulPlaces } from '@plumbline/contract/issues/following'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { listIssues } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useViewerText } from '../../bim/viewer/text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { parseIssueFilter } from '../filters/issue-query.ts'
import { useReviewText } from './review-text.ts'

const MAX_LISTED = 200
const ReviewPlaces = lazyPart(() => import('./ReviewPlaces.tsx'))

/** Issue list in the viewer: open issues, or those matching the filter in the URL. */
export function IssuesPanel({ project }: { project: Project }) {
  const text = useViewerText()
  const [{ issues = '', review }, change] = useSearch()
  const reviewText = useReviewText()
  const params = { id: project.id }
  const { data: doubtful } = useRead(listDoubtfulPlaces, { params, query: {} }, { silent: true })
  const filter = parseIssueFilter(Object.fromEntries(new URLSearchParams(issues)))
  const isFiltered = Object.keys(filter).length > 0
  const wanted = isFiltered ? filter : { status: openStatuses.join(',') }
  const { data, error, refetch } = useRead(
    listIssues,
    { params, query: { ...wanted, limit: MAX_LISTED } as never },
    { keepPrevious: true },
  )
  if (review) return <ReviewPlaces project={project} onBack={() => change({ review: undefined })} />
  if (!data)
    return (
      <div className="px-3">
        <LoadingState error={error} onRetry={() => void refetch()} />
      </div>
    )
  const inDoubt = doubtful?.places.length ?? 0
  return (
    <>
      {inDoubt > 0 && (
        <p className="mx-2 mb-2 flex items-center gap-2 rounded-control bg-warning-soft px-2 py-1 text-13">
          <span className="min-w-0 flex-1">{reviewText.needLook(inDoubt)}</span>
          <Button size="small" onClick={() => change({ review: '1' })}>
            {reviewText.review}
          </Button>
        </p>
      )}
      {isFiltered && (
        <p className="mx-2 mb-2 flex items-center gap-2 rounded-control bg-accent-soft px-2 py-1 text-13">
          <span className="min-w-0 flex-1">{text.filtered(data.total)}</span>
          <Button size="small" look="ghost" onClick={() => change({ issues: undefined })}>
            {text.clearFilter}
          </Button>
        </p>
      )}
      {data.total === 0 && !isFiltered && <EmptyState drawing="list" title={text.noIssues} />}
      <ul className="px-2 pb-4">
        {data.items.map((issue) => (
          <li key={issue.id}>
            <a
              href={paths.viewer(project.id, { issue: issue.number })}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                change({ issue: String(issue.number), open: undefined })
              }}
              className="flex items-center gap-2 rounded-control px-2 py-1.5 -outline-offset-2 hover:bg-sunken"
            >
              <StatusBadge status={issue.status} iconOnly />
              <span className="text-13 text-text-muted tabular-nums">#{issue.number}</span>
              <span className="min-w-0 flex-1 truncate">{issue.name}</span>
            </a>
          </li>
        ))}
      </ul>
      {data.total > MAX_LISTED && (
        <p className="px-4 pb-4 text-13 text-text-muted">
          {text.firstOf(MAX_LISTED, data.total)}{' '}
          <Link href={`${paths.issues(project.id)}?${new URLSearchParams(wanted as Record<string, string>)}`}>
            {text.allIssues}
          </Link>
        </p>
      )}
    </>
  )
}
