import type { BodyOf } from '@plumbline/contract/http'
import { createIssue, getIssue, type Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { ApiError, call } from '../api/client.ts'
import { useWrite, type WriteOptions } from '../api/query.ts'

type NewIssueBody = BodyOf<typeof createIssue> & { id: string }

/** The fields of the form whose values the issue does not have yet. */
function differences(issue: Issue, body: NewIssueBody): BodyOf<typeof updateIssue> {
  const { id: _id, source: _source, anchors: _anchors, viewpoints: _views, watcher_ids: _, ...fields } = body
  const known: Record<string, unknown> = { ...issue }
  const changed = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(known[field]) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed)
}

/**
 * Creates an issue under an id that the form has chosen. When an earlier request with that id created it and its answer was
 * lost, the issue is brought up to what the form says now instead.
 */
export function useCreateIssue(projectId: string, options: WriteOptions<typeof createIssue>) {
  const { onDone, onError } = options
  const create = useWrite(createIssue, { onDone, onError: () => undefined })
  const update = useWrite(updateIssue, { onError: () => undefined })

  async function finishEarlier(body: NewIssueBody): Promise<Issue> {
    const params = { id: projectId, issueId: body.id }
    const issue = await call(getIssue, { params })
    const changes = differences(issue, body)
    if (Object.keys(changes).length === 0) return issue
    return update.send({ params, body: changes }, { ifMatch: issue.version })
  }
  async function send(body: NewIssueBody): Promise<void> {
    const input = { params: { id: projectId }, body }
    try {
      await create.send(input)
    } catch (error) {
      const isEarlier = error instanceof ApiError && error.code === 'already_exists'
      try {
        if (!isEarlier) throw error
        onDone?.(await finishEarlier(body), input)
      } catch (last) {
        if (last instanceof ApiError) onError?.(last)
        throw last
      }
    }
  }
  return { send, pending: create.pending || update.pending, error: create.error }
}
