import type * as api from '@plumbline/contract/issues/bulk'
import type { bulkOutcomes } from '@plumbline/contract/issues/bulk'
import {
  type CustomField,
  type CustomValues,
  mergeCustomValues,
} from '@plumbline/contract/issues/custom-fields'
import { type IssueValues, maxLabels } from '@plumbline/contract/issues/issue-fields'
import { evaluateIssueAction, type IssueCaller } from '@plumbline/contract/issues/issues.rules'
import { type Reason, reason } from '@plumbline/contract/reasons'
import type { Input } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { getRefusalReason } from '../check-issue-action.ts'
import { findEmptiedField } from '../custom-fields/check-values.ts'
import { buildStatusColumns } from '../status-columns.ts'
import type { BulkFields, IssueChange, StoredIssue } from './apply-changes.ts'

type RequestedChange = Input<typeof api.bulkChangeIssues>['body']['change']

export interface PlannedIssue {
  before: StoredIssue
  outcome: (typeof bulkOutcomes)[number]
  reason?: Reason | undefined
  /** only for CHANGED */
  change?: IssueChange
}

export interface PlanContext {
  who: IssueCaller
  at: string
  /** ids of issues with a comment or photo as proof of the work */
  proven: Set<string>
  /** the project's custom fields, read if the change names some */
  own: readonly CustomField[]
  /** the project's own names of statuses, read if the change names one */
  status_names: Readonly<Record<string, string>>
}

/** The fields that differ from their wanted value. */
export function pickDifferingFields(before: StoredIssue, wanted: BulkFields): BulkFields {
  const names = Object.keys(wanted) as (keyof BulkFields)[]
  return Object.fromEntries(
    names
      .filter((name) => formatCanonicalJson(before[name]) !== formatCanonicalJson(wanted[name]))
      .map((name) => [name, wanted[name]]),
  )
}

function computeLabels(
  before: StoredIssue,
  { add_labels = [], remove_labels = [] }: RequestedChange,
): string[] {
  const gone = new Set(remove_labels)
  return [...new Set([...before.labels.filter((label) => !gone.has(label)), ...add_labels])]
}

const refuseChange = (before: StoredIssue, why: PlannedIssue['reason']): PlannedIssue => ({
  before,
  outcome: 'REFUSED',
  reason: why,
})

/** Computes a bulk change of one issue, without writing. */
export function planIssueChange(
  before: StoredIssue,
  asked: RequestedChange,
  { who, at, proven, own, status_names }: PlanContext,
): PlannedIssue {
  if (asked.deleted) {
    const fields = { deleted_at: at, deleted_by: who.user_id }
    return { before, outcome: 'CHANGED', change: { before, fields } }
  }
  const {
    status,
    comment,
    custom_fields = {},
    add_labels: _,
    remove_labels: __,
    deleted: ___,
    ...plain
  } = asked
  const labels = computeLabels(before, asked)
  if (labels.length > maxLabels && labels.length > before.labels.length)
    return refuseChange(before, reason('too_many_labels', { count: maxLabels }))
  const stored: CustomValues = before.custom_fields
  const type = plain.type ?? (before.type as IssueValues['type'])
  const emptied = findEmptiedField(own, custom_fields, stored, type)
  if (emptied) return refuseChange(before, reason('custom_value_missing', { name: emptied.name }))
  const values = mergeCustomValues(stored, custom_fields)
  const fields = pickDifferingFields(before, { ...plain, labels, custom_fields: values })
  if (status && status !== before.status) {
    const action = { to: status, comment: comment !== undefined }
    const verdict = evaluateIssueAction(who, { ...before, has_proof: proven.has(before.id) }, action)
    if (verdict !== true) return refuseChange(before, getRefusalReason(verdict, before, action, status_names))
    Object.assign(fields, buildStatusColumns(who.user_id, at, before, status))
  }
  if (Object.keys(fields).length === 0 && comment === undefined) return { before, outcome: 'SAME' }
  return { before, outcome: 'CHANGED', change: { before, fields, ...(comment ? { comment } : {}) } }
}
