import { matchesCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import type { IssueFilter, NegatableFilter } from '@plumbline/contract/issues/filter'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type { Selectable } from 'kysely'
import type { Tables } from '../src/db/tables.ts'

/** The meaning of an issue filter, evaluated row by row: slow, and easy to verify. */

/** An issue with the values outside of its row that filters test. */
export type ListedRow = Selectable<Tables['issues']> & { watchers: string[]; files: string[] }

/** time zone of the filtered project */
export const zone = 'America/New_York'
const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
export const dayIn = (instant: string | number) => days.format(new Date(instant))
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export function hasWords(row: ListedRow, q: string): boolean {
  const text = `${row.name} ${row.description}`.toLowerCase()
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  const isThere = q
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .every((word) => parts.some((part) => part.startsWith(word)))
  const asItStands = [row.name, row.description].some((own) => own.toLowerCase().includes(q.toLowerCase()))
  return isThere || (/[^\p{L}\p{N}\s]/u.test(q) && asItStands)
}

export function isDue(row: ListedRow, due: IssueFilter['due']): boolean {
  const today = dayIn(Date.now())
  const isOpen = openStatuses.includes(row.status)
  if (due === 'none') return row.due_date === null
  if (row.due_date === null) return false
  if (due === 'overdue') return isOpen && row.due_date < today
  if (due === 'today') return row.due_date === today
  return isOpen && row.due_date >= today && row.due_date <= plusDays(today, 7)
}

/** Whether a row is meant, field by field. */
export function matches(row: ListedRow, filter: IssueFilter, me: string): boolean {
  const kept = (name: NegatableFilter, isFound: boolean) =>
    filter[name] === undefined || isFound !== (filter.not?.includes(name) ?? false)
  const oneOf = (name: NegatableFilter & keyof ListedRow) => {
    const value = row[name]
    const values = [filter[name] ?? []].flat()
    return kept(
      name,
      values.some((each) =>
        each === 'me' ? value === me : each === 'none' ? value === null : each === value,
      ),
    )
  }
  const within = (value: string | null, from?: string, to?: string) =>
    (!from && !to) || (value !== null && (!from || dayIn(value) >= from) && (!to || dayIn(value) <= to))
  return (
    (['status', 'priority', 'type', 'trade', 'source'] as const).every(oneOf) &&
    (['assignee_id', 'created_by', 'level_id', 'section_id'] as const).every(oneOf) &&
    kept(
      'watcher_id',
      (filter.watcher_id ?? []).some((id) => row.watchers.includes(id === 'me' ? me : id)),
    ) &&
    kept(
      'bim_file_header_id',
      (filter.bim_file_header_id ?? []).some((id) => row.files.includes(id)),
    ) &&
    kept(
      'label',
      (filter.label ?? '').split(',').some((label) => row.labels.includes(decodeURIComponent(label))),
    ) &&
    parseCustomFilter(filter.custom_fields ?? '').every((each) =>
      matchesCondition(row.custom_fields, each, me),
    ) &&
    (filter.stage === undefined || row.stage === filter.stage) &&
    (!filter.estimate_hours || (filter.estimate_hours === 'none') === (row.estimate_hours === null)) &&
    ((filter.estimate_hours_from === undefined && filter.estimate_hours_to === undefined) ||
      (row.estimate_hours !== null &&
        row.estimate_hours >= (filter.estimate_hours_from ?? 0) &&
        row.estimate_hours <= (filter.estimate_hours_to ?? 1e9))) &&
    (!filter.due || isDue(row, filter.due)) &&
    ((!filter.due_from && !filter.due_to) ||
      (row.due_date !== null &&
        (!filter.due_from || row.due_date >= filter.due_from) &&
        (!filter.due_to || row.due_date <= filter.due_to))) &&
    within(row.created_at, filter.created_from, filter.created_to) &&
    within(row.updated_at, filter.updated_from, filter.updated_to) &&
    within(row.closed_at, filter.closed_from, filter.closed_to) &&
    (!filter.number || filter.number.split(',').map(Number).includes(row.number)) &&
    (!filter.q || hasWords(row, filter.q))
  )
}
