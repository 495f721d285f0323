import type { BodyOf } from '@plumbline/contract/http'
import type { BulkReply, BulkResult, bulkChangeIssues } from '@plumbline/contract/issues/bulk'

export type BulkChange = BodyOf<typeof bulkChangeIssues>['change']

/** Fields that a bulk edit can change, in the order of the dialog. */
export const bulkFields = [
  'status',
  'priority',
  'assignee_id',
  'due_date',
  'trade',
  'level_id',
  'section_id',
  'type',
  'add_labels',
  'remove_labels',
  'stage',
  'visibility',
  'comment',
] as const
export type BulkField = (typeof bulkFields)[number]

/** fields that can be cleared */
const clearable: readonly BulkField[] = ['assignee_id', 'due_date', 'level_id', 'section_id', 'stage']
export const NO_VALUE = 'none'

/** Builds the request body from the form values; null while the value is missing. */
export function buildBulkChange(
  field: BulkField,
  value: string | readonly string[],
  comment: string,
): BulkChange | null {
  const trimmedComment = comment.trim()
  const withComment = trimmedComment && field !== 'comment' ? { comment: trimmedComment } : {}
  if (field === 'comment') return trimmedComment ? { comment: trimmedComment } : null
  if (typeof value !== 'string')
    return value.length > 0 ? ({ [field]: [...value], ...withComment } as BulkChange) : null
  const text = value.trim()
  const none =
    clearable.includes(field) &&
    (text === NO_VALUE || (text === '' && (field === 'due_date' || field === 'stage')))
  if (none) return { [field]: null, ...withComment } as BulkChange
  return text ? ({ [field]: text, ...withComment } as BulkChange) : null
}

export interface RefusalGroup extends Pick<BulkResult, 'reason'> {
  message: string
  issues: BulkResult[]
}

/** Groups refused issues by reason, the most frequent first. */
export function groupRefusals(reply: BulkReply): RefusalGroup[] {
  const groups = new Map<string, BulkResult[]>()
  for (const result of reply.results) {
    if (result.outcome !== 'REFUSED') continue
    const message = result.message ?? ''
    const group = groups.get(message)
    if (group) group.push(result)
    else groups.set(message, [result])
  }
  return [...groups]
    .map(([message, issues]) => ({ message, reason: issues[0]?.reason, issues }))
    .sort((a, b) => b.issues.length - a.issues.length)
}
