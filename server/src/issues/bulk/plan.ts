import type * as api from '@plumbline/contract/issues/bulk'
import type { bulkOutcomes } from '@plumbline/contract/issues/bulk'
import { issueAction, type Relation } from '@plumbline/contract/issues/issues.rules'
import { type FilledSentence, fillSentence, type Sentence } from '@plumbline/contract/sentences'
import type { Input } from '../../context.ts'
import { canonical } from '../log.ts'
import { wordsOf } from '../may.ts'
import { statusColumns } from '../status-columns.ts'
import type { Change, Fields, Row } from './apply.ts'

/** What a change of many does to one issue, without doing it. */

type Asked = Input<typeof api.bulkChangeIssues>['body']['change']
const MOST_LABELS = 50

export interface Planned {
  before: Row
  outcome: (typeof bulkOutcomes)[number]
  message?: Sentence | FilledSentence | undefined
  /** of CHANGED */
  change?: Change
}

export interface Doing {
  who: Relation
  at: string
  /** issues for whose work something speaks */
  proven: Set<string>
}

/** Of these fields, those that are not so already. */
export function differing(before: Row, wanted: Fields): Fields {
  const names = Object.keys(wanted) as (keyof Fields)[]
  return Object.fromEntries(
    names
      .filter((name) => canonical(before[name]) !== canonical(wanted[name]))
      .map((name) => [name, wanted[name]]),
  )
}

function labelsAfter(before: Row, { add_labels = [], remove_labels = [] }: Asked): string[] {
  const gone = new Set(remove_labels)
  return [...new Set([...before.labels.filter((label) => !gone.has(label)), ...add_labels])]
}

const refused = (before: Row, message: Planned['message']): Planned => ({
  before,
  outcome: 'REFUSED',
  message,
})

export function planOne(before: Row, asked: Asked, { who, at, proven }: Doing): Planned {
  if (asked.deleted) {
    const fields = { deleted_at: at, deleted_by: who.user_id }
    return { before, outcome: 'CHANGED', change: { before, fields } }
  }
  const { status, comment, add_labels: _, remove_labels: __, deleted: ___, ...plain } = asked
  const labels = labelsAfter(before, asked)
  if (labels.length > MOST_LABELS && labels.length > before.labels.length)
    return refused(before, fillSentence('An issue has at most {count} labels', { count: MOST_LABELS }))
  const fields = differing(before, { ...plain, labels })
  if (status && status !== before.status) {
    const action = { to: status, comment: comment !== undefined }
    const verdict = issueAction(who, { ...before, has_proof: proven.has(before.id) }, action)
    if (verdict !== true) return refused(before, wordsOf(verdict, before, action))
    Object.assign(fields, statusColumns(who.user_id, at, before, status))
  }
  if (Object.keys(fields).length === 0 && comment === undefined) return { before, outcome: 'SAME' }
  return { before, outcome: 'CHANGED', change: { before, fields, ...(comment ? { comment } : {}) } }
}
