/** Operations that wait on this device until the server has them. */

const operationKinds = [
  'createIssue',
  'updateIssue',
  'addAttachment',
  'addComment',
  'watchIssue',
  'setMarkup',
  'setViewpointMarkup',
  'addChatFile',
  'sendMessage',
  'acknowledgeNotification',
  'acknowledgeAll',
] as const
export type OperationKind = (typeof operationKinds)[number]

/** The server's refusal, in the person's language; the code decides which actions are offered. */
export interface OperationProblem {
  code: string
  message: string
  /** names of the fields that it was refused for */
  fields?: string[]
}

/** Fields that another person has set to another value since. */
export interface OperationConflict {
  fields: string[]
  theirs: Record<string, unknown>
}

/** A request without a known answer: it is repeated unchanged under its key. */
export interface UnansweredRequest {
  key: string
  body: Record<string, unknown>
  if_match: number
}

export interface Operation {
  /** chosen on this device; also the Idempotency-Key */
  id: string
  /** ascending in the order of writing, independent of the clock */
  place: number
  user_id: string
  project_id: string | null
  /** the issue or conversation: its operations are sent in order */
  group: string
  kind: OperationKind
  params: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  file?: Blob
  /** only for an edit: the values when editing started */
  base?: Record<string, unknown>
  /** the issue or conversation as the person knows it */
  label: string
  created_at: string
  state: 'WAITING' | 'FAILED' | 'CONFLICT'
  problem: OperationProblem | null
  conflict: OperationConflict | null
  unanswered: UnansweredRequest | null
}

/** The caller's part of an operation; the outbox adds the rest. */
export type NewOperation = Pick<Operation, 'kind' | 'group' | 'params' | 'label' | 'project_id'> &
  Partial<Pick<Operation, 'id' | 'query' | 'body' | 'file' | 'base' | 'unanswered'>>

const listReferredFiles = ({ body, params }: Operation): unknown[] => [
  ...((body?.attachment_ids as string[] | undefined) ?? []),
  ...((body?.file_ids as string[] | undefined) ?? []),
  params.attachmentId,
]

const isMarkup = ({ kind }: Operation) => kind === 'setMarkup' || kind === 'setViewpointMarkup'

/** Whether an operation that the server refused, or that waits for a decision, stops a later one of its group. */
function stopsWhenRefused(earlier: Operation, later: Operation): boolean {
  if (earlier.kind === 'createIssue') return true
  if (earlier.kind === 'updateIssue') return later.kind === 'updateIssue'
  if (earlier.kind === 'addAttachment' || earlier.kind === 'addChatFile')
    return listReferredFiles(later).includes(earlier.query?.id)
  return (
    isMarkup(earlier) && isMarkup(later) && JSON.stringify(earlier.params) === JSON.stringify(later.params)
  )
}

/**
 * The operations that may be sent now, one of each group: the first that waits and does not need an operation that the
 * server refused, that waits for a decision, or that is itself held back by one.
 */
export function listSendable(operations: readonly Operation[]): Operation[] {
  const sendable = new Map<string, Operation>()
  const stopped: Operation[] = []
  for (const operation of operations) {
    const isStopped = stopped.some(
      (earlier) => earlier.group === operation.group && stopsWhenRefused(earlier, operation),
    )
    if (operation.state !== 'WAITING' || isStopped) stopped.push(operation)
    else if (!sendable.has(operation.group)) sendable.set(operation.group, operation)
  }
  return [...sendable.values()]
}

/** The operations that cannot be sent without this one, and itself: they are discarded together. */
export function listDependents(operation: Operation, all: readonly Operation[]): Operation[] {
  return all.filter(
    (other) =>
      other === operation ||
      (other.group === operation.group &&
        other.place > operation.place &&
        operation.kind !== 'updateIssue' &&
        !isMarkup(operation) &&
        stopsWhenRefused(operation, other)),
  )
}
