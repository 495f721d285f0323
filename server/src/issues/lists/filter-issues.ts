import { getDecimalFilter, type IssueFilter, type NegatableFilter } from '@plumbline/contract/issues/filter'
import { fieldsIn } from '@plumbline/contract/issues/issue-fields'
import { type NumberRange, parseNumberRanges } from '@plumbline/contract/issues/number-ranges'
import { sql } from 'kysely'
import type { ProjectMember } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { type Calendar, parseDayNumber, readCalendar } from './calendar.ts'
import {
  columnValues,
  type IssueColumns,
  MISSING_VALUE,
  type NamedColumn,
  openStatusCodes,
  type TimeColumn,
} from './columns.ts'
import { type CustomMatch, findCustomMatches } from './find-custom-matches.ts'
import { type IssueCache, loadBySeq, loadIssueCache } from './issue-cache.ts'
import { searchIssueNumbers } from './search-issue-numbers.ts'

/** A set of issues as a mask: 1 at the index of each issue number. */
export interface IssueMask {
  mask: Uint8Array
  total: number
}

/** The issues that match a filter and are visible to the member. */
export interface FilteredIssues extends IssueMask {
  cache: IssueCache
  columns: IssueColumns
  /** cache key: equal for members with the same access and filter, valid until the next log entry */
  key: string
  /** the last log entry that is certainly included: results computed from these issues are valid for it only */
  seq: number
}

/** The caller, the database and the clock. */
export interface FilterContext {
  db: Db
  member: ProjectMember
  now: () => Date
}

const codeFilters = ['status', 'source', ...fieldsIn('filter', 'choice')] as const
const idFilters = ['created_by', ...fieldsIn('filter', 'person', 'place')] as const

const dayFilters = {
  created: ['created_from', 'created_to'],
  updated: ['updated_from', 'updated_to'],
  closed: ['closed_from', 'closed_to'],
} as const satisfies Partial<Record<TimeColumn, readonly (keyof IssueFilter)[]>>

/** Numbers of issues that any of these users watches; `hidden`: only issues that are not visible to everybody. */
async function findWatchedNumbers(
  db: Db,
  projectId: string,
  people: string[],
  hidden: boolean,
): Promise<number[]> {
  // past visible.ts: numbers only; `buildVisibleMask` filters them
  const { rows } = await sql<{ number: number }>`
    select distinct i.number from issue_watchers w join issues i on i.id = w.issue_id
    where w.user_id = any (${people}::uuid[]) and i.project_id = ${projectId}
    and (not ${hidden}::boolean or i.visibility <> 'ALL')`.execute(db)
  return rows.map(({ number }) => number)
}

/** The rule of `projects/issue-visibility.ts` on the columns; `watched`: numbers of hidden issues that the member watches. */
function buildVisibleMask(member: ProjectMember, columns: IssueColumns, watched: number[]): Uint8Array {
  const mask = columns.present.slice(0, columns.last + 1)
  if (member.permission_level === 'ADMIN') return mask
  const { visibility } = columns.codes
  const { created_by, assignee_id, team_id } = columns.named
  const me = [
    columns.names.created_by.codeOf(member.user_id),
    columns.names.assignee_id.codeOf(member.user_id),
  ]
  // a member without a company shares none with anybody
  const team = member.team_id ? columns.names.team_id.codeOf(member.team_id) : -1
  const all = columnValues.visibility.indexOf('ALL')
  const hidden = columnValues.visibility.indexOf('PRIVATE')
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] === 0 || (visibility[at] === all && !member.is_scoped)) continue
    if (created_by[at] === me[0] || assignee_id[at] === me[1]) continue
    if (visibility[at] !== hidden && team_id[at] === team) continue
    mask[at] = 0
  }
  for (const number of watched) if (number < mask.length) mask[number] = columns.present[number] as number
  return mask
}

/** Numbers of hidden issues that the member watches; cached until the next log entry, as watching records one. */
function findWatchedHiddenIssues({ db, member }: FilterContext, followed: IssueCache): Promise<number[]> {
  if (member.permission_level === 'ADMIN') return Promise.resolve([])
  const { user_id, project_id, is_scoped } = member
  const key = `${user_id} ${is_scoped}`
  return loadBySeq(followed.watched, key, followed.seq, () =>
    findWatchedNumbers(db, project_id, [user_id], !is_scoped),
  )
}

/** Clears the mask where the test of the number fails. */
function filterMask(mask: Uint8Array, test: (number: number) => boolean) {
  for (let at = 1; at < mask.length; at++) if (mask[at] !== 0 && !test(at)) mask[at] = 0
}

/** Whether the filter keeps the issues that have none of the values. */
const isNegated = ({ not }: IssueFilter, name: NegatableFilter) => not?.includes(name) ?? false

interface Codes {
  column: Uint8Array | Uint32Array
  wanted: number[]
  /** number of codes that the column may have */
  size: number
  isNot: boolean
}

function filterByCodes(mask: Uint8Array, { column, wanted: codes, size, isNot }: Codes) {
  const wanted = new Uint8Array(size).fill(isNot ? 1 : 0)
  for (const code of codes) if (code >= 0) wanted[code] = isNot ? 0 : 1
  for (let at = 1; at < mask.length; at++)
    mask[at] = (mask[at] as number) & (wanted[column[at] as number] as number)
}

function filterByRanges(mask: Uint8Array, ranges: NumberRange[]) {
  const wanted = new Uint8Array(mask.length)
  for (const [first, last] of ranges) wanted.fill(1, first, last + 1)
  for (let at = 1; at < mask.length; at++) mask[at] = (mask[at] as number) & (wanted[at] as number)
}

function filterByNumbers(mask: Uint8Array, numbers: Iterable<number>, isNot = false) {
  const wanted = new Uint8Array(mask.length).fill(isNot ? 1 : 0)
  for (const number of numbers) if (number < wanted.length) wanted[number] = isNot ? 0 : 1
  for (let at = 1; at < mask.length; at++) mask[at] = (mask[at] as number) & (wanted[at] as number)
}

function filterByValues(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, me: string) {
  for (const column of codeFilters) {
    const values: readonly string[] | undefined = filter[column]
    if (!values) continue
    const all = columnValues[column]
    filterByCodes(mask, {
      column: columns.codes[column],
      wanted: values.map((value) => all.indexOf(value)),
      size: all.length,
      isNot: isNegated(filter, column),
    })
  }
  const filterByTexts = (column: NamedColumn, texts: (string | null)[], isNot: boolean) => {
    const names = columns.names[column]
    filterByCodes(mask, {
      column: columns.named[column],
      wanted: texts.map((text) => names.codeOf(text)),
      size: names.texts.length,
      isNot,
    })
  }
  for (const column of idFilters) {
    const texts = filter[column]?.map((id) => (id === 'me' ? me : id === 'none' ? null : id))
    if (texts) filterByTexts(column, texts, isNegated(filter, column))
  }
  for (const column of fieldsIn('filter', 'line')) {
    const text = filter[column]
    if (text !== undefined) filterByTexts(column, [text], false)
  }
}

/** Keeps issues within the ranges of numbers; an issue without a number is in no range. */
function filterByDecimals(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter) {
  for (const column of fieldsIn('filter', 'decimal')) {
    const [presence, first, last] = getDecimalFilter(column)
    const [from, to] = [filter[first], filter[last]]
    const values = columns.decimals[column]
    if (filter[presence] === 'none') filterMask(mask, (at) => values[at] === MISSING_VALUE)
    if (filter[presence] === 'any' || from !== undefined || to !== undefined)
      filterMask(mask, (at) => {
        const value = values[at] as number
        return value >= (from ?? 0) && value <= (to ?? MISSING_VALUE - 1)
      })
  }
}

/** Keeps issues with at least one of these labels or files, or with none. */
function filterByLists(
  mask: Uint8Array,
  column: Uint32Array,
  lists: IssueColumns['labelLists'],
  { texts, isNot }: { texts: string[]; isNot: boolean },
) {
  const codes = new Set(texts.map((text) => lists.items.codeOf(text)))
  const wanted = lists.lists.flatMap((list, code) => (list.some((item) => codes.has(item)) ? [code] : []))
  filterByCodes(mask, { column, wanted, size: lists.lists.length, isNot })
}

/** Parses the labels of a query string: separated by commas, a comma within a label is written `%2C`. */
export const parseLabelFilter = (text: string) => text.split(',').map((label) => label.replace(/%2C/gi, ','))

function filterByDueDate(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, today: number) {
  const { due } = columns
  const { status } = columns.codes
  const between = (from: number, to: number, onlyOpen: boolean) =>
    filterMask(mask, (at) => {
      const day = due[at] as number
      return day >= from && day <= to && (!onlyOpen || openStatusCodes[status[at] as number] === 1)
    })
  if (filter.due === 'overdue') between(-MISSING_VALUE, today - 1, true)
  if (filter.due === 'today') between(today, today, false)
  if (filter.due === 'next_7_days') between(today, today + 7, true)
  if (filter.due === 'none') between(MISSING_VALUE, MISSING_VALUE, false)
  if (filter.due_from || filter.due_to)
    between(
      filter.due_from ? parseDayNumber(filter.due_from) : -MISSING_VALUE,
      filter.due_to ? parseDayNumber(filter.due_to) : MISSING_VALUE - 1,
      false,
    )
}

function filterByDays(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, calendar: Calendar) {
  for (const [column, [first, last]] of Object.entries(dayFilters) as [
    keyof typeof dayFilters,
    (typeof dayFilters)[keyof typeof dayFilters],
  ][]) {
    const from = filter[first]
    const to = filter[last]
    if (!from && !to) continue
    const times = columns.times[column]
    const begin = from ? calendar.startOf(parseDayNumber(from)) : Number.NEGATIVE_INFINITY
    const end = to ? calendar.startOf(parseDayNumber(to) + 1) : Number.POSITIVE_INFINITY
    filterMask(mask, (at) => (times[at] as number) >= begin && (times[at] as number) < end)
  }
}

const hasDayFilter = (filter: IssueFilter) =>
  filter.due !== undefined ||
  Object.values(dayFilters).some(([from, to]) => filter[from] !== undefined || filter[to] !== undefined)

/** Ids of the files that still exist: deleting a file removes its anchors without a log entry. */
async function findExistingFiles(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const files = await db
    .selectFrom('bim_file_headers')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return files.map(({ id }) => id)
}

/**
 * Data that a filter needs in addition to the columns. Read before the first pass, because the columns change during an
 * await.
 */
interface FilterInputs {
  watchedHidden: number[]
  words: Int32Array | null
  watched: number[] | undefined
  own: CustomMatch[]
  files: string[] | undefined
  calendar: Calendar | null
  today: number
}

async function readFilterInputs(
  asking: FilterContext,
  followed: IssueCache,
  filter: IssueFilter,
): Promise<FilterInputs> {
  const { db, member, now } = asking
  const { project_id, user_id } = member
  const words = filter.q?.trim() ? await searchIssueNumbers(db, project_id, followed, filter.q) : null
  const watchers = filter.watcher_id?.map((id) => (id === 'me' ? user_id : id))
  const watched = watchers && (await findWatchedNumbers(db, project_id, watchers, false))
  const files =
    filter.bim_file_header_id && (await findExistingFiles(db, project_id, filter.bim_file_header_id))
  const own = filter.custom_fields
    ? await findCustomMatches(db, project_id, followed, { filter: filter.custom_fields, me: user_id })
    : []
  const calendar = hasDayFilter(filter) ? await readCalendar(db, project_id) : null
  const today = calendar?.dayAt(now().getTime()) ?? 0
  return {
    words,
    watched,
    own,
    files,
    calendar,
    today,
    watchedHidden: await findWatchedHiddenIssues(asking, followed),
  }
}

function computeSelection(
  member: ProjectMember,
  columns: IssueColumns,
  filter: IssueFilter,
  found: FilterInputs,
): IssueMask {
  const { watchedHidden: unseen, words, watched, own, files, calendar, today } = found
  const mask = buildVisibleMask(member, columns, unseen)
  if (words) filterByNumbers(mask, words)
  if (watched) filterByNumbers(mask, watched, isNegated(filter, 'watcher_id'))
  for (const { numbers, isNot } of own) filterByNumbers(mask, numbers, isNot)
  if (filter.number) filterByRanges(mask, parseNumberRanges(filter.number))
  filterByValues(mask, columns, filter, member.user_id)
  filterByDecimals(mask, columns, filter)
  if (filter.label)
    filterByLists(mask, columns.labels, columns.labelLists, {
      texts: parseLabelFilter(filter.label),
      isNot: isNegated(filter, 'label'),
    })
  if (files)
    filterByLists(mask, columns.files, columns.fileLists, {
      texts: files,
      isNot: isNegated(filter, 'bim_file_header_id'),
    })
  if (calendar) filterByDays(mask, columns, filter, calendar)
  if (filter.due || filter.due_from || filter.due_to) filterByDueDate(mask, columns, filter, today)
  return { mask, total: countSelected(mask) }
}

/** Finds the issues that match a filter and are visible to the member, as of now. */
export async function filterIssues(asking: FilterContext, filter: IssueFilter): Promise<FilteredIssues> {
  const { db, member } = asking
  const followed = await loadIssueCache(db, member.project_id)
  // taken before the inputs are read: a refresh in the meantime makes the columns newer than these
  const { columns, seq } = followed
  const found = await readFilterInputs(asking, followed, filter)
  const seesAll = member.permission_level === 'ADMIN' || (columns.hidden === 0 && !member.is_scoped)
  const isPersonal = !seesAll || /"me"|:me\b|,me\b/.test(JSON.stringify(filter))
  const who = isPersonal ? [seesAll, member.user_id, member.team_id, member.is_scoped] : []
  const key = JSON.stringify([who, filter, found.files, found.today, found.calendar?.zone])
  // cached: clients request several pages in sequence, and a list with its board and statistics
  const choice = await loadBySeq(followed.masks, key, seq, async () =>
    computeSelection(member, columns, filter, found),
  )
  return { ...choice, cache: followed, columns, key, seq }
}

function countSelected(mask: Uint8Array): number {
  let count = 0
  for (let at = 1; at < mask.length; at++) count += mask[at] as number
  return count
}
