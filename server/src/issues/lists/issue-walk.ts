import { type CustomFieldKey, isCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueOrder, IssueSort } from '@plumbline/contract/issues/filter'
import type { IssueGroup } from '@plumbline/contract/issues/lists'
import { reason } from '@plumbline/contract/reasons'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import type { IssueColumns } from './columns.ts'
import type { IssueMask } from './filter-issues.ts'
import { findFirst } from './find-first.ts'
import type { IssueCache } from './issue-cache.ts'
import { keepLatest } from './keep-latest.ts'
import { MAX_MOVED, repairInSlices, repairOrder } from './repair-order.ts'
import { sortInSlices } from './sort-in-slices.ts'
import {
  buildSortKey,
  type CursorPosition,
  findGroupField,
  hasNoValue,
  numberSortKey,
  type SortKey,
} from './sort-keys.ts'

/**
 * All issue numbers of a project in ascending order of a sort key, sorted once and repaired after changes. Ties are sorted
 * by number; issues without a value come last in both directions.
 */
export interface SortedNumbers {
  numbers: Uint32Array
  /** count of issues with a value */
  valued: number
  revision: number
  /** order of the levels, sections or users that it sorts by; '' for other sort keys */
  ranking: string
}

type Sort = IssueSort | CustomFieldKey

/** Compares two values; missing ones come last in both directions. */
function compareValues(a: number | string, b: number | string, descending: boolean): number {
  if (a === b) return 0
  if (hasNoValue(a) || hasNoValue(b)) return hasNoValue(a) ? 1 : -1
  return a < b !== descending ? -1 : 1
}

const compareBy = (key: SortKey) => (a: number, b: number) => {
  const x = key.value(a)
  const y = key.value(b)
  return x < y ? -1 : x > y ? 1 : a - b
}

function presentNumbers(columns: IssueColumns): Uint32Array {
  const numbers = new Uint32Array(columns.total)
  let length = 0
  for (let at = 1; at <= columns.last; at++) if (columns.present[at] === 1) numbers[length++] = at
  return numbers.subarray(0, length)
}

/** per project: enough for all thirteen built-in fields and a few custom ones; 4 MB each with a million issues */
const MAX_ORDERS = 16

async function loadSortedNumbers(cache: IssueCache, sort: Sort, key: SortKey): Promise<SortedNumbers> {
  const { columns, orders } = cache
  const cached = orders.get(sort)
  if (cached?.ranking === key.ranking && cached.revision === columns.revision) {
    keepLatest(orders, sort, cached, MAX_ORDERS)
    return cached
  }
  const repair = (order: Uint32Array, since: number) => repairInSlices(order, since, columns, compareBy(key))
  let sorted = cached?.ranking === key.ranking ? await repair(cached.numbers, cached.revision) : null
  while (!sorted) {
    const since = columns.revision
    // the columns may change during the sort
    sorted = await repair(await sortInSlices(presentNumbers(columns), key.value), since)
  }
  const { numbers, revision } = sorted
  const valued = findFirst(numbers.length, (index) => hasNoValue(key.value(numbers[index] as number)))
  const order = { numbers, valued, revision, ranking: key.ranking }
  keepLatest(orders, sort, order, MAX_ORDERS)
  return order
}

const createCursorRefusal = () => new Refusal('bad_request', { fields: { after: reason('not_valid') } })

export function parseCursor(text: string): CursorPosition {
  try {
    const position = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (Array.isArray(position) && [2, 3].includes(position.length) && Number.isInteger(position[1]))
      return position as CursorPosition
  } catch {
    // not JSON
  }
  throw createCursorRefusal()
}

/** numbers between two looks at the clock */
const SLICE = 4096

/** The numbers of a sort order in groups, valid for one order and one ranking of the groups. */
export interface GroupedNumbers {
  order: SortedNumbers
  ranking: string
  numbers: Uint32Array
}

/** The grouping of a list: issues with equal values are adjacent, sorted within each group. */
interface GroupSort {
  key: SortKey
  /** greatest value first; issues without a value are last in any case */
  descending: boolean
}

type SortPosition = [value: number | string, number: number, group: number | string | null]

function getNumberAt({ numbers, valued }: SortedNumbers, descending: boolean, index: number): number {
  if (!descending) return numbers[index] as number
  return numbers[index < valued ? valued - 1 - index : numbers.length - 1 - (index - valued)] as number
}

/**
 * Sorts the numbers by group with a stable counting sort, in slices; reads values once, because they may change in the
 * meantime.
 */
async function groupNumbers(
  order: SortedNumbers,
  isDescending: boolean,
  { key, descending }: GroupSort,
  isInSlices: boolean,
): Promise<Uint32Array> {
  const slices = new TimeSlices()
  const isOver = (index: number) => isInSlices && index % SLICE === 0 && slices.isOver
  const { length } = order.numbers
  const codeByValue = new Map<number | string, number>()
  const sizes: number[] = []
  const codes = new Uint32Array(length)
  let [lastValue, lastCode]: [number | string | undefined, number] = [undefined, 0]
  for (let index = 0; index < length; index++) {
    const value = key.value(getNumberAt(order, isDescending, index))
    if (value !== lastValue) {
      lastValue = value
      lastCode = codeByValue.get(value) ?? codeByValue.size
      codeByValue.set(value, lastCode)
    }
    codes[index] = lastCode
    sizes[lastCode] = (sizes[lastCode] ?? 0) + 1
    if (isOver(index)) await slices.yieldToLoop()
  }
  const next = new Uint32Array(codeByValue.size)
  let start = 0
  for (const [, code] of [...codeByValue].sort(([a], [b]) => compareValues(a, b, descending))) {
    next[code] = start
    start += sizes[code] ?? 0
  }
  const grouped = new Uint32Array(length)
  for (let index = 0; index < length; index++) {
    const code = codes[index] as number
    grouped[next[code] as number] = getNumberAt(order, isDescending, index)
    ;(next[code] as number)++
    if (isOver(index)) await slices.yieldToLoop()
  }
  return grouped
}

/** Compares issues by group, then by the order within. */
const compareInGroups =
  (key: SortKey, isDescending: boolean, grouping: GroupSort) => (a: number, b: number) =>
    compareValues(grouping.key.value(a), grouping.key.value(b), grouping.descending) ||
    compareValues(key.value(a), key.value(b), isDescending) ||
    (isDescending ? b - a : a - b)

/** The issues of a project in a sort order and direction, optionally grouped: pages through filtered issues. */
export class IssueWalk {
  private readonly order: SortedNumbers
  private readonly key: SortKey
  private readonly descending: boolean
  private readonly grouping: GroupSort | null
  /** the numbers in groups; null without a grouping */
  readonly grouped: Uint32Array | null
  constructor(
    order: SortedNumbers,
    key: SortKey,
    descending: boolean,
    grouping: GroupSort | null,
    grouped: Uint32Array | null,
  ) {
    this.order = order
    this.key = key
    this.descending = descending
    this.grouping = grouping
    this.grouped = grouped
  }

  get length(): number {
    return this.order.numbers.length
  }

  at(index: number): number {
    return this.grouped ? (this.grouped[index] as number) : this.ungrouped(index)
  }

  private ungrouped(index: number): number {
    return getNumberAt(this.order, this.descending, index)
  }

  /** The cursor of the page after an issue. */
  cursor(number: number): string {
    const position: CursorPosition = [this.key.toCursor(number), number]
    if (this.grouping) position.push(this.grouping.key.toCursor(number))
    return Buffer.from(JSON.stringify(position)).toString('base64url')
  }

  /** Compares an issue with a position in this order. */
  private compare(number: number, [value, other, group]: SortPosition): number {
    if (this.grouping && group !== null) {
      const { key, descending } = this.grouping
      const compared = compareValues(key.value(number), group, descending)
      if (compared !== 0) return compared
    }
    const compared = compareValues(this.key.value(number), value, this.descending)
    return compared !== 0 ? compared : this.descending ? other - number : number - other
  }

  private getPosition(number: number): SortPosition {
    return [this.key.value(number), number, this.grouping?.key.value(number) ?? null]
  }

  private parsePosition([stored, number, group]: CursorPosition): SortPosition {
    const value = this.key.fromCursor(stored)
    const groupValue = this.grouping ? this.grouping.key.fromCursor(group ?? null) : null
    if (value === undefined || groupValue === undefined) throw createCursorRefusal()
    return [value, number, groupValue]
  }

  /** Up to `most` numbers of the mask, starting after a cursor position if given. */
  take({ mask, total }: IssueMask, after: CursorPosition | null, most: number): number[] {
    const end = after && this.parsePosition(after)
    if (total * Math.log2(total + 1) * COMPARISON_STEPS < this.length) {
      // few matches: sorting them is faster than walking the whole order
      const matches = listSelectedNumbers(mask).filter((number) => !end || this.compare(number, end) > 0)
      return matches.sort((a, b) => this.compare(a, this.getPosition(b))).slice(0, most)
    }
    const first = end ? findFirst(this.length, (index) => this.compare(this.at(index), end) > 0) : 0
    const numbers: number[] = []
    for (let index = first; index < this.length && numbers.length < most; index++) {
      const number = this.at(index)
      if (mask[number] === 1) numbers.push(number)
    }
    return numbers
  }
}

/** steps of a walk through the order that take as long as one comparison when sorting matches separately */
const COMPARISON_STEPS = 12

export function listSelectedNumbers(mask: Uint8Array): number[] {
  const numbers: number[] = []
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) numbers.push(at)
  return numbers
}

/** null: grouped by a field that the project does not have, all issues are in one group */
async function buildGroupSort(
  db: Db,
  projectId: string,
  cache: IssueCache,
  group: IssueGroup,
): Promise<GroupSort | null> {
  if (isCustomKey(group)) await findGroupField(db, projectId, group)
  const key = await buildSortKey(db, projectId, cache, group)
  // critical issues first
  return key && { key, descending: group === 'priority' }
}

/** Builds the walk of a sort order and grouping from the cache's current columns. */
export async function buildIssueWalk(
  db: Db,
  projectId: string,
  cache: IssueCache,
  requested: { sort?: IssueOrder | undefined; group?: IssueGroup | undefined },
): Promise<IssueWalk> {
  const order = requested.sort ?? '-number'
  const descending = order.startsWith('-')
  const asked = order.replace(/^-/, '') as Sort
  const known = await buildSortKey(db, projectId, cache, asked)
  // no order is cached for unknown fields, whose number is unlimited
  const [sort, key] = known ? [asked, known] : ['number' as const, numberSortKey]
  const grouping = requested.group ? await buildGroupSort(db, projectId, cache, requested.group) : null
  if (!grouping) return new IssueWalk(await loadSortedNumbers(cache, sort, key), key, descending, null, null)
  const name = `${descending ? '-' : ''}${sort} ${requested.group}`
  const compare = compareInGroups(key, descending, grouping)
  for (let attempt = 1; ; attempt++) {
    const sorted = await loadSortedNumbers(cache, sort, key)
    const kept = cache.grouped.get(name)
    const isInSlices = attempt < MAX_ATTEMPTS
    const grouped =
      (kept?.ranking === grouping.key.ranking ? repairGroups(cache.columns, kept, sorted, compare) : null) ??
      (await groupNumbers(sorted, descending, grouping, isInSlices))
    const entry = { order: sorted, ranking: grouping.key.ranking, numbers: grouped }
    keepLatest(cache.grouped, name, entry, MAX_GROUPED)
    // pages are found by the values of now: a change between the slices may have moved issues
    if (sorted.revision === cache.columns.revision || !isInSlices)
      return new IssueWalk(sorted, key, descending, grouping, grouped)
  }
}

/** The groups of an earlier order with the issues that changed since at their new places; null if all have to be grouped. */
function repairGroups(
  columns: IssueColumns,
  kept: GroupedNumbers,
  sorted: SortedNumbers,
  compare: (a: number, b: number) => number,
): Uint32Array | null {
  if (kept.order === sorted) return kept.numbers
  // newer columns than the order's would move issues that are not in the list of changed ones
  if (kept.order.ranking !== sorted.ranking || sorted.revision !== columns.revision) return null
  const changed = columns.changedSince(kept.order.revision)
  return changed && changed.size <= MAX_MOVED ? repairOrder(kept.numbers, changed, columns, compare) : null
}

/** attempts at grouping while issues change; the last one runs in one piece */
const MAX_ATTEMPTS = 3
const MAX_GROUPED = 8
