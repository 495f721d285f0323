import { addComment } from '@plumbline/contract/issue-timeline'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { markStale } from '../../api/query.ts'

/**
 * Comments on their way: shown at once under the id they will have, sent again under the same id, so that none is there
 * twice. What failed stays until it is sent or discarded, also while another issue is open.
 */
export interface PendingComment {
  id: string
  project_id: string
  issue_id: string
  text: string
  attachment_ids: string[]
  created_at: string
  state: 'SENDING' | 'FAILED' | 'SENT'
  problem: string
}

let pending: readonly PendingComment[] = []
const listeners = new Set<() => void>()

function change(next: readonly PendingComment[]) {
  pending = next
  for (const listener of listeners) listener()
}
const patch = (id: string, values: Partial<PendingComment>) =>
  change(pending.map((each) => (each.id === id ? { ...each, ...values } : each)))

async function send(comment: PendingComment) {
  const { id, text, attachment_ids, project_id, issue_id } = comment
  patch(id, { state: 'SENDING', problem: '' })
  try {
    await call(addComment, {
      params: { id: project_id, issueId: issue_id },
      body: { id, text, attachment_ids },
    })
    patch(id, { state: 'SENT' })
    await markStale([...addComment.tells, 'issue.updated'], project_id)
    // by now the timeline has it
    change(pending.filter((each) => each.id !== id))
  } catch (error) {
    patch(id, { state: 'FAILED', problem: error instanceof ApiError ? error.message : '' })
  }
}

export function sendComment(
  comment: Pick<PendingComment, 'project_id' | 'issue_id' | 'text' | 'attachment_ids'>,
): void {
  const added: PendingComment = {
    ...comment,
    id: crypto.randomUUID(),
    created_at: new Date().toISOString(),
    state: 'SENDING',
    problem: '',
  }
  change([...pending, added])
  void send(added)
}

export function retryComment(id: string) {
  const comment = pending.find((each) => each.id === id)
  if (comment?.state === 'FAILED') void send(comment)
}

export const discardComment = (id: string) => change(pending.filter((each) => each.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const read = () => pending

export function usePendingComments(issueId: string): readonly PendingComment[] {
  return useSyncExternalStore(subscribe, read).filter(({ issue_id }) => issue_id === issueId)
}
