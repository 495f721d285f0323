import { CUSTOM_PREFIX, parseCustomKey } from '../issues/custom-keys.ts'
import type { FieldNames } from '../issues/field-names.ts'
import type { IssuePriority } from '../issues/issue-fields.ts'
import type { IssueStatus } from '../issues/issues.ts'
import type { NotificationPayload } from './notifications.ts'

/** How a language describes the changed fields of an issue. */
export interface ChangedWords {
  /** BCP 47, for dates and numbers */
  locale: string
  /** between the sentence and its list: ": ", with the language's own space */
  colon: string
  fields: FieldNames
  status: Record<IssueStatus, string>
  priority: Record<IssuePriority, string>
  none: string
  moreCount: (count: number) => string
}

/** fields told in a sentence; the rest is only counted */
const MAX_FIELDS = 4
/** told first, whatever else changed */
const first = ['status', 'assignee_id', 'due_date', 'priority']
const rankOf = (field: string) => (first.includes(field) ? first.indexOf(field) : first.length)
const DAY = /^\d{4}-\d\d-\d\d$/

const nameOf = (names: Record<string, string>, code: string) =>
  Object.hasOwn(names, code) ? names[code] : code

function formatValue(words: ChangedWords, field: string, value: string): string {
  if (field === 'status') return nameOf(words.status, value) ?? value
  if (field === 'priority') return nameOf(words.priority, value) ?? value
  if (field === 'estimate_hours') return `${Number(value).toLocaleString(words.locale)} h`
  const mayBeDay = field === 'due_date' || field.startsWith(CUSTOM_PREFIX)
  if (!mayBeDay || !DAY.test(value)) return value
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${value}T00:00:00Z`).toLocaleDateString(words.locale, style)
}

/** ": status Open → In progress, due date none → 4 Dec 2026"; empty if nothing is known of the change. */
export function formatChanged(words: ChangedWords, { changed, ...payload }: NotificationPayload): string {
  const { status_from: from, status_to: to } = payload
  // rows of earlier versions have only the status
  const all = changed ?? (from && to ? { status: { from, to } } : {})
  // changes that later changes took back are none
  const fields = Object.entries(all)
    .filter(([, value]) => value.from === null || value.from !== value.to)
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
  if (fields.length === 0) return ''
  const parts = fields.slice(0, MAX_FIELDS).map(([field, value]) => {
    const [, name] = Object.hasOwn(words.fields, field)
      ? words.fields[field as keyof FieldNames]
      : [field, parseCustomKey(field) ?? field]
    if (value.from === null && value.to === null) return name
    const [before, after] = [value.from, value.to].map((one) =>
      one === null ? words.none : formatValue(words, field, one),
    )
    return `${name} ${before} → ${after}`
  })
  const left = fields.length - MAX_FIELDS
  return words.colon + (left > 0 ? [...parts, words.moreCount(left)] : parts).join(', ')
}
