import type { ReplyOf } from '@plumbline/contract/http'
import { DELETED_ISSUES_PAGE, listDeletedIssues, restoreIssue } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { buildReadOptions, useWrite } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { toast } from '../../ui/toast.ts'
import { longDate } from '../../users/dates.ts'
import { usePeople } from '../use-people.ts'
import { useActivityText } from './text.ts'

type DeletedIssue = ReplyOf<typeof listDeletedIssues>[number]

/** Reads the deleted issues page by page. */
function useDeletedIssues(projectId: string) {
  const params = { id: projectId }
  const { queryKey, meta } = buildReadOptions(listDeletedIssues, { params, query: {} })
  return useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    meta,
    queryFn: ({ pageParam: last, signal }) => {
      const query = last ? { before: last.deleted_at, before_number: last.number } : {}
      return call(listDeletedIssues, { params, query }, { signal, redirects: false })
    },
    initialPageParam: null as DeletedIssue | null,
    getNextPageParam: (page) => (page.length < DELETED_ISSUES_PAGE ? null : (page.at(-1) ?? null)),
  })
}

/** Drawer with the deleted issues of a project, each with a restore button. */
export function DeletedIssues({ project, onClose }: { project: Project; onClose: () => void }) {
  const text = useActivityText()
  const { nameOf, orElse } = usePeople(project.id)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useDeletedIssues(
    project.id,
  )
  const issues = data?.pages.flat()
  const restore = useWrite(restoreIssue, {
    onDone: ({ number }) => toast.success({ text: text.restored(number) }),
  })
  return (
    <Drawer open title={text.deleted} onClose={onClose}>
      <p className="mb-3 text-13 text-text-muted">{text.deletedHint}</p>
      {!issues && <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={3} />}
      {issues?.length === 0 && <p>{text.noneDeleted}</p>}
      <ul className="flex flex-col">
        {issues?.map((issue) => (
          <li key={issue.id} className="flex items-center gap-3 border-line border-b py-2 last:border-0">
            <div className="min-w-0 flex-1">
              <p className="line-clamp-2 [overflow-wrap:anywhere]">
                <span className="text-text-muted tabular-nums">#{issue.number}</span> {issue.name}
              </p>
              <p className="text-12 text-text-muted">
                {text.deletedBy(
                  nameOf(issue.deleted_by) ?? orElse(text.formerMember),
                  longDate(issue.deleted_at),
                )}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`${text.restore} #${issue.number}`}
              onClick={() => restore.run({ params: { id: project.id, issueId: issue.id } })}
            >
              {text.restore}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.older}
        </Button>
      )}
    </Drawer>
  )
}
