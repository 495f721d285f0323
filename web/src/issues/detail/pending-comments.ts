import { useMemo } from 'react'
import { keepOperations } from '../../api/keep-write.ts'
import type { Operation } from '../../api/outbox/operation.ts'
import { toastError } from '../../api/query.ts'
import { useWaitingOperations } from '../../api/waiting.ts'
import { randomId } from '../../base/random-id.ts'
import { describeIssue, type IssueName } from '../describe-issue.ts'

/** The comments of this person that the server does not have yet, from the outbox. */
export interface PendingComment {
  id: string
  text: string
  created_at: string
  state: 'WAITING' | 'FAILED'
  /** the server's reason for refusing it */
  problem: string
}

function listPendingComments(operations: readonly Operation[], issueId: string): PendingComment[] {
  return operations
    .filter(({ kind, group }) => kind === 'addComment' && group === issueId)
    .map(({ id, body, created_at, state, problem }) => ({
      id,
      text: String(body?.text ?? ''),
      created_at,
      state: state === 'FAILED' ? 'FAILED' : 'WAITING',
      problem: problem?.message ?? '',
    }))
}

/** Stores a comment on the device, from where it is sent, behind its photos. */
export async function sendComment(
  projectId: string,
  issue: IssueName,
  comment: { text: string; attachment_ids: string[] },
): Promise<void> {
  const id = randomId()
  await keepOperations([
    {
      id,
      kind: 'addComment',
      group: issue.id,
      project_id: projectId,
      params: { id: projectId, issueId: issue.id },
      body: { id, ...comment },
      label: describeIssue(issue),
    },
  ]).catch((error: unknown) => {
    toastError(error)
    throw error
  })
}

export function usePendingComments(issueId: string): PendingComment[] {
  const operations = useWaitingOperations()
  return useMemo(() => listPendingComments(operations, issueId), [operations, issueId])
}
