import type { Anchor } from '@plumbline/contract/issues/anchors'
import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { matchesCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { type CustomFieldKey, isCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import {
  getDecimalFilter,
  type IssueFilter,
  type IssueOrder,
  type IssueSort,
  type NegatableFilter,
} from '@plumbline/contract/issues/filter'
import { fieldsIn, issuePriorities, issueTypes } from '@plumbline/contract/issues/issue-fields'
import { type IssueRow, issueStatuses } from '@plumbline/contract/issues/issues'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type { IssueGroup } from '@plumbline/contract/issues/lists'
import { parseNumberRanges } from '@plumbline/contract/issues/number-ranges'
import { buildSortText } from '@plumbline/contract/issues/sort-text'
import { trades } from '@plumbline/contract/projects/trades'
import { sortTerms, type Vocabulary } from '@plumbline/contract/projects/vocabulary'

/** Filters and orders the issues of a pinned project on the device, by the rules of the server's lists. */

/** An issue in a list, with the values that filters and pins need in addition. */
export interface PinnedRow extends IssueRow {
  watcher_ids: string[]
  anchors: Anchor[]
}

export interface LocalContext {
  me: string
  /** time zone of the project */
  zone: string
  now: number
  /** ids of levels, sections and people in the order of their lists */
  ranks: ReadonlyMap<string, number>
  /** the project's custom fields by id, for orders that name one */
  own: ReadonlyMap<string, CustomField>
  /** types and trades in the project's order */
  terms: Record<'type' | 'trade', readonly string[]>
}

/** Types and trades in the order of a project's vocabulary. */
export const sortLocalTerms = ({ type, trade }: Vocabulary): LocalContext['terms'] => ({
  type: sortTerms<string>(issueTypes, type),
  trade: sortTerms<string>(trades, trade),
})

const DAY_MS = 86_400_000

/** Replaces separators between words with spaces. */
const separateWords = (lowerCase: string) => ` ${lowerCase.replace(/[^\p{L}\p{N}]+/gu, ' ')}`

interface SearchText {
  /** title and description in lower case */
  plain: string
  /** their words, each after a space */
  words: string
}

/** kept between searches: people type letter by letter */
const searchTexts = new WeakMap<PinnedRow, SearchText>()

function getSearchText(row: PinnedRow): SearchText {
  const known = searchTexts.get(row)
  if (known) return known
  const plain = `${row.name}\n${row.description}`.toLowerCase()
  const text = { plain, words: separateWords(plain) }
  searchTexts.set(row, text)
  return text
}

/** Prepares rows for a text search, which the first search otherwise does for all of them at once. */
export function prepareSearch(rows: readonly PinnedRow[]): void {
  for (const row of rows) getSearchText(row)
}

/** All words as prefixes of words in title or description, or the exact text if it has punctuation. */
function buildTextTest(q: string): (row: PinnedRow) => boolean {
  const text = q.trim()
  const number = /^#(\d{1,9})$/.exec(text)?.[1]
  if (number) return (row) => row.number === Number(number)
  const lower = text.toLowerCase()
  const words = separateWords(lower).match(/ [^ ]+/g) ?? []
  const isLiteral = /[^\p{L}\p{N}\s]/u.test(text)
  const ownNumber = /^\d{1,9}$/.test(text) ? Number(text) : null
  return (row) => {
    if (row.number === ownNumber) return true
    const own = getSearchText(row)
    if (isLiteral && own.plain.includes(lower)) return true
    return words.length > 0 && words.every((word) => own.words.includes(word))
  }
}

type Test = (row: PinnedRow) => boolean

/** The test of a parameter, inverted if the filter's `not` names it. */
const testOf = ({ not }: IssueFilter, name: NegatableFilter, test: Test): Test =>
  not?.includes(name) ? (row) => !test(row) : test

function listValueTests(filter: IssueFilter, me: string): Test[] {
  const tests: Test[] = []
  const fields = [
    'status',
    'source',
    'created_by',
    ...fieldsIn('filter', 'choice', 'person', 'place'),
  ] as const
  for (const field of fields) {
    const values: readonly string[] | undefined = filter[field]
    if (!values) continue
    const wanted = new Set(values.map((value) => (value === 'me' ? me : value === 'none' ? null : value)))
    tests.push(testOf(filter, field, (row) => wanted.has(row[field])))
  }
  for (const field of fieldsIn('filter', 'line')) {
    const text = filter[field]
    if (text !== undefined) tests.push((row) => row[field] === text)
  }
  for (const field of fieldsIn('filter', 'decimal')) {
    const [presence, first, last] = getDecimalFilter(field)
    const [from, to] = [filter[first], filter[last]]
    if (filter[presence] === 'none') tests.push((row) => row[field] === null)
    if (filter[presence] === 'any' || from !== undefined || to !== undefined)
      tests.push((row) => row[field] !== null && row[field] >= (from ?? 0) && row[field] <= (to ?? 1e9))
  }
  return tests
}

function listListTests(filter: IssueFilter, me: string): Test[] {
  const { watcher_id, bim_file_header_id, label, number } = filter
  const tests: Test[] = []
  if (watcher_id) {
    const people = watcher_id.map((id) => (id === 'me' ? me : id))
    tests.push(testOf(filter, 'watcher_id', (row) => row.watcher_ids.some((id) => people.includes(id))))
  }
  if (bim_file_header_id)
    tests.push(
      testOf(filter, 'bim_file_header_id', (row) =>
        row.anchors.some((anchor) => bim_file_header_id.includes(anchor.bim_file_header_id)),
      ),
    )
  if (label) {
    const labels = label.split(',').map((text) => text.replace(/%2C/gi, ','))
    tests.push(testOf(filter, 'label', (row) => row.labels.some((each) => labels.includes(each))))
  }
  if (number) {
    const ranges = parseNumberRanges(number)
    tests.push((row) => ranges.some(([first, last]) => row.number >= first && row.number <= last))
  }
  return tests
}

const DAY_FILTER = /^due$|_(from|to)$/

/** Days in the project's time zone as `yyyy-MM-dd`, which sort as texts. */
function listDayTests(filter: IssueFilter, { zone, now }: LocalContext): Test[] {
  // a formatter of dates takes longer to make than many rows to search
  if (!Object.keys(filter).some((name) => DAY_FILTER.test(name))) return []
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const today = format.format(now)
  const soon = new Date(Date.parse(today) + 7 * DAY_MS).toISOString().slice(0, 10)
  const isOpen = (row: PinnedRow) => openStatuses.includes(row.status)
  const due: Record<NonNullable<IssueFilter['due']>, Test> = {
    none: (row) => row.due_date === null,
    overdue: (row) => row.due_date !== null && row.due_date < today && isOpen(row),
    today: (row) => row.due_date === today,
    next_7_days: (row) =>
      row.due_date !== null && row.due_date >= today && row.due_date <= soon && isOpen(row),
  }
  const within = (day: string | null, from: string | undefined, to: string | undefined) =>
    day !== null && (!from || day >= from) && (!to || day <= to)
  const tests: Test[] = filter.due ? [due[filter.due]] : []
  if (filter.due_from || filter.due_to)
    tests.push((row) => within(row.due_date, filter.due_from, filter.due_to))
  for (const [field, from, to] of [
    ['created_at', filter.created_from, filter.created_to],
    ['updated_at', filter.updated_from, filter.updated_to],
    ['closed_at', filter.closed_from, filter.closed_to],
  ] as const)
    if (from || to)
      tests.push((row) => {
        const instant = row[field]
        return within(instant && format.format(new Date(instant)), from, to)
      })
  return tests
}

export function filterLocalIssues(
  rows: readonly PinnedRow[],
  filter: IssueFilter,
  context: LocalContext,
): PinnedRow[] {
  const tests = [
    ...listValueTests(filter, context.me),
    ...listListTests(filter, context.me),
    ...listDayTests(filter, context),
    ...parseCustomFilter(filter.custom_fields ?? '').map(
      (condition): Test =>
        (row) =>
          // rows of an earlier version have none
          matchesCondition(row.custom_fields ?? {}, condition, context.me),
    ),
    ...(filter.q?.trim() ? [buildTextTest(filter.q)] : []),
  ]
  return rows.filter((row) => tests.every((test) => test(row)))
}

const codes: Partial<Record<IssueSort, readonly string[]>> = {
  status: issueStatuses,
  priority: issuePriorities,
}
const references = { assignee: 'assignee_id', level: 'level_id', section: 'section_id' } as const

type Sort = IssueSort | CustomFieldKey

/** The value of a custom field that an issue is sorted by; null without one. */
function getOwnSortValue(row: PinnedRow, fieldId: string, { own, ranks }: LocalContext) {
  const field = own.get(fieldId)
  // rows of an earlier version have none
  const value = row.custom_fields?.[fieldId]
  if (!field || value === undefined) return null
  switch (field.kind) {
    case 'TEXT':
      return buildSortText(String(value))
    case 'CHOICE':
      return field.choices.findIndex(({ id }) => id === value)
    case 'PERSON':
      return ranks.get(String(value)) ?? Number.MAX_SAFE_INTEGER
    default:
      return typeof value === 'boolean' ? 1 : value
  }
}

/** The value that an issue is sorted by; null without one. */
function getSortValue(row: PinnedRow, sort: Sort, context: LocalContext): number | string | null {
  if (isCustomKey(sort)) return getOwnSortValue(row, parseCustomKey(sort) ?? '', context)
  if (sort === 'assignee' || sort === 'level' || sort === 'section') {
    const id = row[references[sort]]
    return id === null ? null : (context.ranks.get(id) ?? Number.MAX_SAFE_INTEGER)
  }
  const value = row[sort]
  if (sort === 'name') return buildSortText(String(value))
  const order = sort === 'type' || sort === 'trade' ? context.terms[sort] : codes[sort]
  return order?.indexOf(String(value)) ?? value
}

type SortValue = ReturnType<typeof getSortValue>

function compareValues(x: SortValue, y: SortValue, isDescending: boolean): number {
  if (x === y) return 0
  if (x === null || y === null) return x === null ? 1 : -1
  return x < y !== isDescending ? -1 : 1
}

/** Issues without a value come last in both directions; ties are ordered by number, in the same direction. */
export function sortLocalIssues(
  rows: readonly PinnedRow[],
  order: IssueOrder,
  group: IssueGroup | undefined,
  context: LocalContext,
): PinnedRow[] {
  const isDescending = order.startsWith('-')
  const sort = order.replace(/^-/, '') as Sort
  const valued = rows.map((row) => ({
    row,
    value: getSortValue(row, sort, context),
    group: group ? getSortValue(row, group, context) : null,
  }))
  valued.sort(
    (a, b) =>
      compareValues(a.group, b.group, group === 'priority') ||
      compareValues(a.value, b.value, isDescending) ||
      (isDescending ? b.row.number - a.row.number : a.row.number - b.row.number),
  )
  return valued.map(({ row }) => row)
}
