import { addComment } from '@plumbline/contract/issues/timeline'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { markStale } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { CommentQueue } from './comment-queue.ts'

/** This tab's outbox of comments: one queue for all issues, so that pending comments outlive the screen. */

const queue = new CommentQueue({
  storage: () => localStorage,
  send: async ({ id, text, attachment_ids, project_id, issue_id }) => {
    await call(addComment, {
      params: { id: project_id, issueId: issue_id },
      body: { id, text, attachment_ids },
    })
  },
  sent: ({ project_id }) => markStale([...addComment.tells, 'issue.updated'], project_id),
  refusalOf: (error) =>
    error instanceof ApiError && error.code !== 'offline' ? error.message : { offline: true },
})

export const sendComment = queue.add
export const retryComment = queue.retry
export const discardComment = queue.discard

addEventListener('online', queue.retryOffline)

/** The current user's unsent comments on an issue, including those from before a reload. */
export function usePendingComments(issueId: string) {
  const { id } = useMe()
  useEffect(() => queue.restore(id), [id])
  return useSyncExternalStore(queue.subscribe, queue.read).filter(
    ({ issue_id, user_id }) => issue_id === issueId && user_id === id,
  )
}
