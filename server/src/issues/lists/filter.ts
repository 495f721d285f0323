import type { IssueFilter } from '@plumbline/contract/issues/filter'
import { type Range, readRanges } from '@plumbline/contract/issues/number-ranges'
import { sql } from 'kysely'
import type { ProjectMember } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { type Calendar, calendarOf, dayOf } from './calendar.ts'
import {
  type CodeColumn,
  codeColumns,
  type IssueColumns,
  isOpenCode,
  type NamedColumn,
  NEVER,
  type TimeColumn,
  valuesOf,
} from './columns.ts'
import { type Followed, followIssues, remembered } from './follow.ts'
import { findWords } from './words.ts'

/** Issues by number: 1 in `mask`. */
export interface Choice {
  mask: Uint8Array
  total: number
}

/** The issues that a filter means and the member sees. */
export interface Chosen extends Choice {
  followed: Followed
  columns: IssueColumns
  /** names these issues as long as the log has not gone on: who sees as much and asks the same gets the same */
  key: string
}

/** Who asks, when, of which database. */
export interface Asking {
  db: Db
  member: ProjectMember
  now: () => Date
}

const namedFilters = {
  level_id: 'level_id',
  section_id: 'section_id',
  assignee_id: 'assignee_id',
  created_by: 'created_by',
} as const satisfies Partial<Record<keyof IssueFilter, NamedColumn>>

const dayFilters = {
  created: ['created_from', 'created_to'],
  updated: ['updated_from', 'updated_to'],
  closed: ['closed_from', 'closed_to'],
} as const satisfies Partial<Record<TimeColumn, readonly (keyof IssueFilter)[]>>

/** Numbers of issues that one of these people watches; `hidden`: of those only that not all see. */
async function watchedBy(db: Db, projectId: string, people: string[], hidden: boolean): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct i.number from issue_watchers w join issues i on i.id = w.issue_id
    where w.user_id = any (${people}::uuid[]) and i.project_id = ${projectId}
    and (not ${hidden}::boolean or i.visibility <> 'ALL')`.execute(db)
  return rows.map(({ number }) => number)
}

/** The rule of `projects/issue-visibility.ts` on the columns; `watched` are those the member watches, as far as it matters. */
function seen(member: ProjectMember, columns: IssueColumns, watched: number[]): Uint8Array {
  const mask = columns.present.slice(0, columns.last + 1)
  if (member.permission_level === 'ADMIN') return mask
  const { visibility } = columns.codes
  const { created_by, assignee_id, team_id } = columns.named
  const me = [
    columns.names.created_by.codeOf(member.user_id),
    columns.names.assignee_id.codeOf(member.user_id),
  ]
  // without a company one has none in common with anybody
  const team = member.team_id ? columns.names.team_id.codeOf(member.team_id) : -1
  const [all, hidden] = [valuesOf.visibility.indexOf('ALL'), valuesOf.visibility.indexOf('PRIVATE')]
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] === 0 || (visibility[at] === all && !member.is_scoped)) continue
    if (created_by[at] === me[0] || assignee_id[at] === me[1]) continue
    if (visibility[at] !== hidden && team_id[at] === team) continue
    mask[at] = 0
  }
  for (const number of watched) if (number < mask.length) mask[number] = columns.present[number] as number
  return mask
}

/** Hidden issues that the member watches; asked again only after the log went on, which has who began to watch. */
function watchedUnseen({ db, member }: Asking, followed: Followed): Promise<number[]> {
  if (member.permission_level === 'ADMIN') return Promise.resolve([])
  const { user_id, project_id, is_scoped } = member
  const key = `${user_id} ${is_scoped}`
  return remembered(followed.watched, key, followed.seq, () =>
    watchedBy(db, project_id, [user_id], !is_scoped),
  )
}

/** Keeps of the mask what a test of the number says. */
function keep(mask: Uint8Array, test: (number: number) => boolean) {
  for (let at = 1; at < mask.length; at++) if (mask[at] !== 0 && !test(at)) mask[at] = 0
}

function keepCodes(mask: Uint8Array, column: Uint8Array | Uint32Array, codes: number[], size: number) {
  const wanted = new Uint8Array(size)
  for (const code of codes) if (code >= 0) wanted[code] = 1
  for (let at = 1; at < mask.length; at++)
    mask[at] = (mask[at] as number) & (wanted[column[at] as number] as number)
}

function keepRanges(mask: Uint8Array, ranges: Range[]) {
  const wanted = new Uint8Array(mask.length)
  for (const [first, last] of ranges) wanted.fill(1, first, last + 1)
  for (let at = 1; at < mask.length; at++) mask[at] = (mask[at] as number) & (wanted[at] as number)
}

function keepNumbers(mask: Uint8Array, numbers: Iterable<number>) {
  const wanted = new Uint8Array(mask.length)
  for (const number of numbers) if (number < wanted.length) wanted[number] = 1
  for (let at = 1; at < mask.length; at++) mask[at] = (mask[at] as number) & (wanted[at] as number)
}

function keepValues(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, me: string) {
  for (const column of codeColumns) {
    const values = column === 'visibility' ? undefined : (filter[column] as readonly string[] | undefined)
    if (!values) continue
    const all: readonly string[] = valuesOf[column as CodeColumn]
    keepCodes(
      mask,
      columns.codes[column],
      values.map((value) => all.indexOf(value)),
      all.length,
    )
  }
  for (const [field, column] of Object.entries(namedFilters) as [keyof typeof namedFilters, NamedColumn][]) {
    const names = columns.names[column]
    const texts = filter[field]?.map((id) => (id === 'me' ? me : id === 'none' ? null : id))
    if (texts)
      keepCodes(
        mask,
        columns.named[column],
        texts.map((text) => names.codeOf(text)),
        names.texts.length,
      )
  }
  if (filter.stage !== undefined) {
    const { texts } = columns.names.stage
    keepCodes(mask, columns.named.stage, [columns.names.stage.codeOf(filter.stage)], texts.length)
  }
}

/** Issues one of whose labels or files is among these. */
function keepLists(
  mask: Uint8Array,
  column: Uint32Array,
  lists: IssueColumns['labelLists'],
  texts: string[],
) {
  const codes = new Set(texts.map((text) => lists.items.codeOf(text)))
  const wanted = lists.lists.flatMap((list, code) => (list.some((item) => codes.has(item)) ? [code] : []))
  keepCodes(mask, column, wanted, lists.lists.length)
}

/** In an address a comma separates labels, so one within a label is written `%2C`. */
export const labelsIn = (text: string) => text.split(',').map((label) => label.replace(/%2C/gi, ','))

function keepDue(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, today: number) {
  const { due } = columns
  const { status } = columns.codes
  const between = (from: number, to: number, onlyOpen: boolean) =>
    keep(mask, (at) => {
      const day = due[at] as number
      return day >= from && day <= to && (!onlyOpen || isOpenCode[status[at] as number] === 1)
    })
  if (filter.due === 'overdue') between(-NEVER, today - 1, true)
  if (filter.due === 'today') between(today, today, false)
  if (filter.due === 'next_7_days') between(today, today + 7, true)
  if (filter.due === 'none') between(NEVER, NEVER, false)
  if (filter.due_from || filter.due_to)
    between(
      filter.due_from ? dayOf(filter.due_from) : -NEVER,
      filter.due_to ? dayOf(filter.due_to) : NEVER - 1,
      false,
    )
}

function keepTimes(mask: Uint8Array, columns: IssueColumns, filter: IssueFilter, calendar: Calendar) {
  for (const [column, [first, last]] of Object.entries(dayFilters) as [
    keyof typeof dayFilters,
    (typeof dayFilters)[keyof typeof dayFilters],
  ][]) {
    const [from, to] = [filter[first], filter[last]]
    if (!from && !to) continue
    const times = columns.times[column]
    const begin = from ? calendar.startOf(dayOf(from)) : Number.NEGATIVE_INFINITY
    const end = to ? calendar.startOf(dayOf(to) + 1) : Number.POSITIVE_INFINITY
    keep(mask, (at) => (times[at] as number) >= begin && (times[at] as number) < end)
  }
}

const asksForDays = (filter: IssueFilter) =>
  filter.due !== undefined ||
  Object.values(dayFilters).some(([from, to]) => filter[from] !== undefined || filter[to] !== undefined)

/** Numbers of those files that are there: an anchor goes with its file without a word in the log. */
async function presentFiles(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const files = await db
    .selectFrom('bim_file_headers')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return files.map(({ id }) => id)
}

/** What a filter needs beside the columns: asked for before the first pass, for the columns move on while one waits. */
interface Found {
  unseen: number[]
  words: Int32Array | null
  watched: number[] | undefined
  files: string[] | undefined
  calendar: Calendar | null
  today: number
}

async function findRest(asking: Asking, followed: Followed, filter: IssueFilter): Promise<Found> {
  const { db, member, now } = asking
  const { project_id, user_id } = member
  const words = filter.q?.trim() ? await findWords(db, project_id, followed, filter.q) : null
  const watchers = filter.watcher_id?.map((id) => (id === 'me' ? user_id : id))
  const watched = watchers && (await watchedBy(db, project_id, watchers, false))
  const files = filter.bim_file_header_id && (await presentFiles(db, project_id, filter.bim_file_header_id))
  const calendar = asksForDays(filter) ? await calendarOf(db, project_id) : null
  const today = calendar?.dayAt(now().getTime()) ?? 0
  return { words, watched, files, calendar, today, unseen: await watchedUnseen(asking, followed) }
}

function choose(member: ProjectMember, columns: IssueColumns, filter: IssueFilter, found: Found): Choice {
  const { unseen, words, watched, files, calendar, today } = found
  const mask = seen(member, columns, unseen)
  if (words) keepNumbers(mask, words)
  if (watched) keepNumbers(mask, watched)
  if (filter.number) keepRanges(mask, readRanges(filter.number))
  keepValues(mask, columns, filter, member.user_id)
  if (filter.label) keepLists(mask, columns.labels, columns.labelLists, labelsIn(filter.label))
  if (files) keepLists(mask, columns.files, columns.fileLists, files)
  if (calendar) keepTimes(mask, columns, filter, calendar)
  if (filter.due || filter.due_from || filter.due_to) keepDue(mask, columns, filter, today)
  return { mask, total: countOf(mask) }
}

/** The issues that a filter means and the member sees, as of now. */
export async function chooseIssues(asking: Asking, filter: IssueFilter): Promise<Chosen> {
  const { db, member } = asking
  const followed = await followIssues(db, member.project_id)
  const { columns } = followed
  const found = await findRest(asking, followed, filter)
  const seesAll = member.permission_level === 'ADMIN' || (columns.hidden === 0 && !member.is_scoped)
  const isPersonal = !seesAll || JSON.stringify(filter).includes('"me"')
  const who = isPersonal ? [seesAll, member.user_id, member.team_id, member.is_scoped] : []
  const key = JSON.stringify([who, filter, found.files, found.today, found.calendar?.zone])
  // pages of the same, and a list, its board and its numbers, are asked for one after the other
  const choice = await remembered(followed.masks, key, followed.seq, async () =>
    choose(member, columns, filter, found),
  )
  return { ...choice, followed, columns, key }
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let at = 1; at < mask.length; at++) count += mask[at] as number
  return count
}
