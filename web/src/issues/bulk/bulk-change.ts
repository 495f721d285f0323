import type { BodyOf } from '@plumbline/contract/http'
import type { BulkReply, BulkResult, bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import type { CustomField, CustomValue } from '@plumbline/contract/issues/custom-fields'
import type { CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import {
  type FieldIn,
  fieldsIn,
  getFieldSpec,
  isFieldOf,
  issueFieldNames,
} from '@plumbline/contract/issues/issue-fields'

export type BulkChange = BodyOf<typeof bulkChangeIssues>['change']

const isBulkField = (field: string): field is FieldIn<'bulk'> =>
  fieldsIn('bulk').some((each) => each === field)

/** Fields that a bulk edit can change, in the order of the dialog. */
export const bulkFields = [
  'status',
  ...issueFieldNames.flatMap((field) =>
    field === 'labels' ? (['add_labels', 'remove_labels'] as const) : isBulkField(field) ? [field] : [],
  ),
  'comment',
] as const
export type BulkField = (typeof bulkFields)[number]

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
  const isTyped = isFieldOf('date', field) || isFieldOf('line', field) || isFieldOf('decimal', field)
  const isCleared = isBulkField(field) && getFieldSpec(field).initial === null
  if (isCleared && (text === NO_VALUE || (text === '' && isTyped)))
    return { [field]: null, ...withComment } as BulkChange
  const given = isFieldOf('decimal', field) ? Number(text) : text
  return text ? ({ [field]: given, ...withComment } as BulkChange) : null
}

/** The field that the dialog changes: built in, or one of the project's own. */
export type AnyBulkField = BulkField | CustomFieldKey

export const isBulkFieldName = (field: string): field is BulkField =>
  bulkFields.some((each) => each === field)

const isTypedKind = ({ kind }: CustomField) => kind === 'TEXT' || kind === 'NUMBER' || kind === 'DATE'

function parseOwnValue({ kind }: CustomField, text: string): CustomValue | null {
  if (text === '' || text === NO_VALUE) return null
  if (kind === 'NUMBER') return Number(text)
  return kind === 'CHECKBOX' ? text === 'true' : text
}

/** Builds the body for one of the project's custom fields: an empty typed value clears it, a choice has to be made. */
export function buildOwnBulkChange(field: CustomField, value: string): BulkChange | null {
  const text = value.trim()
  if (text === '' && !isTypedKind(field)) return null
  // a typed word may equal the marker for no value
  const parsed = field.kind === 'TEXT' ? text || null : parseOwnValue(field, text)
  return { custom_fields: { [field.id]: parsed } }
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
