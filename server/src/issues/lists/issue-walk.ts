import type { IssueSort } from '@plumbline/contract/issues/filter'
import type { boardGroups } from '@plumbline/contract/issues/lists'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { type CodeColumn, type IssueColumns, MISSING_VALUE, type NamedColumn } from './columns.ts'
import type { IssueMask } from './filter-issues.ts'
import type { IssueCache } from './issue-cache.ts'
import { readPlaces, readUserNames } from './places.ts'

/**
 * Issues in an order: all numbers of the project, sorted once and repaired after changes. Ties are ordered by number,
 * and what has no value comes last, ascending or descending.
 */
export interface SortedNumbers {
  numbers: Uint32Array
  /** how many of them have a value */
  valued: number
  revision: number
  /** of the levels, sections or people by whose order it is */
  ranking: string
}

/**
 * Where a page ended: the sort value of its last issue, by id where people read a name, its number, and in a grouped
 * list the value of its group.
 */
export type CursorPosition = [value: number | string | null, number: number, group?: number | string | null]

type Group = (typeof boardGroups)[number]

/** What an order sorts by. */
interface SortKey {
  ranking: string
  /** the value of an issue; NEVER or infinity for none */
  value: (number: number) => number | string
  /** what a cursor holds of it */
  placed: (number: number) => CursorPosition[0]
  /** the value that a cursor holds; undefined when it is none of this order */
  read: (placed: CursorPosition[0]) => number | string | undefined
}

const hasNoValue = (value: number | string) => value === MISSING_VALUE || value === Number.POSITIVE_INFINITY

const buildNumericSortKey = (value: (number: number) => number): SortKey => ({
  ranking: '',
  value,
  placed: (number) => (hasNoValue(value(number)) ? null : value(number)),
  read: (placed) => (placed === null ? MISSING_VALUE : typeof placed === 'number' ? placed : undefined),
})

/** Ids in the order in which people read what they name. */
async function readRankedIds(
  db: Db,
  projectId: string,
  column: NamedColumn,
  columns: IssueColumns,
): Promise<string[]> {
  if (column === 'assignee_id') {
    const ids = columns.names.assignee_id.texts.filter((id) => id !== null)
    const names = [...(await readUserNames(db, ids))]
    const { compare } = new Intl.Collator('en')
    return names.sort((a, b) => compare(a[1], b[1]) || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
  }
  const places = await readPlaces(db, projectId)
  return places[column === 'level_id' ? 'level' : 'section'].map(({ id }) => id)
}

function buildReferenceSortKey(columns: IssueColumns, column: NamedColumn, ids: string[]): SortKey {
  const dictionary = columns.names[column]
  const rankOf = new Map(ids.map((id, rank) => [id, rank]))
  const ranks = Int32Array.from(dictionary.texts, (id) =>
    id === null ? MISSING_VALUE : (rankOf.get(id) ?? MISSING_VALUE - 1),
  )
  const codes = columns.named[column]
  return {
    ranking: ids.join(),
    value: (number) => ranks[codes[number] as number] ?? MISSING_VALUE - 1,
    placed: (number) => dictionary.texts[codes[number] as number] ?? null,
    read: (id) =>
      id === null
        ? MISSING_VALUE
        : typeof id === 'string'
          ? (rankOf.get(id) ?? MISSING_VALUE - 1)
          : undefined,
  }
}

const namedSorts = { assignee: 'assignee_id', level: 'level_id', section: 'section_id' } as const

async function buildSortKey(
  db: Db,
  projectId: string,
  columns: IssueColumns,
  sort: IssueSort,
): Promise<SortKey> {
  switch (sort) {
    case 'assignee':
    case 'level':
    case 'section': {
      const column = namedSorts[sort]
      return buildReferenceSortKey(columns, column, await readRankedIds(db, projectId, column, columns))
    }
    case 'name':
      return {
        ranking: '',
        value: (number) => columns.nameKeys[number] ?? '',
        placed: (number) => columns.nameKeys[number] ?? '',
        read: (placed) => (typeof placed === 'string' ? placed : undefined),
      }
    case 'number':
      return buildNumericSortKey((number) => number)
    case 'due_date':
      return buildNumericSortKey((number) => columns.due[number] as number)
    case 'created_at':
    case 'updated_at': {
      const column = sort === 'created_at' ? 'created' : 'updated'
      return buildNumericSortKey((number) => columns.times[column][number] as number)
    }
    default:
      return buildNumericSortKey((number) => columns.codes[sort satisfies CodeColumn][number] as number)
  }
}

/** What has no value comes last in both directions. */
function compareValues(a: number | string, b: number | string, descending: boolean): number {
  if (a === b) return 0
  if (hasNoValue(a) || hasNoValue(b)) return hasNoValue(a) ? 1 : -1
  return a < b !== descending ? -1 : 1
}

const compareBy = (key: SortKey) => (a: number, b: number) => {
  const [x, y] = [key.value(a), key.value(b)]
  return x < y ? -1 : x > y ? 1 : a - b
}

function presentNumbers(columns: IssueColumns): Uint32Array {
  const numbers = new Uint32Array(columns.total)
  let length = 0
  for (let at = 1; at <= columns.last; at++) if (columns.present[at] === 1) numbers[length++] = at
  return numbers.subarray(0, length)
}

/** The order with what changed taken out and put in where it belongs now. */
function repairOrder(
  order: Uint32Array,
  changed: Set<number>,
  columns: IssueColumns,
  key: SortKey,
): Uint32Array {
  const moved = new Uint8Array(columns.last + 1)
  for (const number of changed) moved[number] = 1
  const compare = compareBy(key)
  const added = [...changed].filter((number) => columns.present[number] === 1).sort(compare)
  const result = new Uint32Array(columns.total)
  let [length, next] = [0, 0]
  for (const number of order) {
    if (moved[number] === 1) continue
    while (next < added.length && compare(added[next] as number, number) < 0)
      result[length++] = added[next++] as number
    result[length++] = number
  }
  while (next < added.length) result[length++] = added[next++] as number
  return result
}

/** The first place at which a test holds, of places where it holds from some on. */
function findFirst(length: number, test: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function loadSortedNumbers(followed: IssueCache, sort: IssueSort, key: SortKey): SortedNumbers {
  const { columns, orders } = followed
  const kept = orders.get(sort)
  const isSame = kept?.ranking === key.ranking
  if (kept && isSame && kept.revision === columns.revision) return kept
  const changed = kept && isSame ? columns.changedSince(kept.revision) : null
  const numbers =
    kept && changed
      ? repairOrder(kept.numbers, changed, columns, key)
      : presentNumbers(columns).sort(compareBy(key))
  const valued = findFirst(numbers.length, (place) => hasNoValue(key.value(numbers[place] as number)))
  const order = { numbers, valued, revision: columns.revision, ranking: key.ranking }
  orders.set(sort, order)
  return order
}

const createCursorRefusal = () => new Refusal('bad_request', { fields: { after: 'Not valid' } })

export function parseCursor(text: string): CursorPosition {
  try {
    const place = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (Array.isArray(place) && [2, 3].includes(place.length) && Number.isInteger(place[1]))
      return place as CursorPosition
  } catch {
    // not one of ours
  }
  throw createCursorRefusal()
}

/** What an order is divided by: all of one value together, each division in the order. */
interface GroupSort {
  key: SortKey
  /** the greatest value first; what has none is last in any case */
  descending: boolean
}

type SortPosition = [value: number | string, number: number, group: number | string | null]

/** An order walked in a direction. */
export class IssueWalk {
  private readonly order: SortedNumbers
  private readonly key: SortKey
  private readonly descending: boolean
  private readonly division: GroupSort | null
  private readonly divided: Uint32Array | null
  constructor(order: SortedNumbers, key: SortKey, descending: boolean, division: GroupSort | null) {
    this.order = order
    this.key = key
    this.descending = descending
    this.division = division
    this.divided = division && this.divide(division)
  }

  /** The numbers dealt to the values of the division, which keeps their order within each. */
  private divide({ key, descending }: GroupSort): Uint32Array {
    const sizes = new Map<number | string, number>()
    for (const number of this.order.numbers)
      sizes.set(key.value(number), (sizes.get(key.value(number)) ?? 0) + 1)
    const values = [...sizes.keys()].sort((a, b) => compareValues(a, b, descending))
    const next = new Map<number | string, number>()
    let start = 0
    for (const value of values) {
      next.set(value, start)
      start += sizes.get(value) ?? 0
    }
    const divided = new Uint32Array(this.length)
    for (let place = 0; place < this.length; place++) {
      const number = this.undivided(place)
      const value = key.value(number)
      const at = next.get(value) ?? 0
      divided[at] = number
      next.set(value, at + 1)
    }
    return divided
  }

  get length(): number {
    return this.order.numbers.length
  }

  at(place: number): number {
    return this.divided ? (this.divided[place] as number) : this.undivided(place)
  }

  private undivided(place: number): number {
    const { numbers, valued } = this.order
    if (!this.descending) return numbers[place] as number
    return numbers[place < valued ? valued - 1 - place : numbers.length - 1 - (place - valued)] as number
  }

  /** The text of the place after an issue. */
  cursor(number: number): string {
    const place: CursorPosition = [this.key.placed(number), number]
    if (this.division) place.push(this.division.key.placed(number))
    return Buffer.from(JSON.stringify(place)).toString('base64url')
  }

  /** How an issue lies to another place. */
  private compare(number: number, [value, other, group]: SortPosition): number {
    if (this.division && group !== null) {
      const { key, descending } = this.division
      const compared = compareValues(key.value(number), group, descending)
      if (compared !== 0) return compared
    }
    const compared = compareValues(this.key.value(number), value, this.descending)
    return compared !== 0 ? compared : this.descending ? other - number : number - other
  }

  private endAt(number: number): SortPosition {
    return [this.key.value(number), number, this.division?.key.value(number) ?? null]
  }

  private read([placed, number, group]: CursorPosition): SortPosition {
    const value = this.key.read(placed)
    const divided = this.division ? this.division.key.read(group ?? null) : null
    if (value === undefined || divided === undefined) throw createCursorRefusal()
    return [value, number, divided]
  }

  /** Up to `most` chosen numbers, after a place when there is one. */
  take({ mask, total }: IssueMask, after: CursorPosition | null, most: number): number[] {
    const end = after && this.read(after)
    if (total * SPARSE_RATIO < this.length) {
      // few among many: put them in order instead of looking for them along it
      const chosen = listSelectedNumbers(mask).filter((number) => !end || this.compare(number, end) > 0)
      return chosen.sort((a, b) => this.compare(a, this.endAt(b))).slice(0, most)
    }
    const first = end ? findFirst(this.length, (place) => this.compare(this.at(place), end) > 0) : 0
    const taken: number[] = []
    for (let place = first; place < this.length && taken.length < most; place++) {
      const number = this.at(place)
      if (mask[number] === 1) taken.push(number)
    }
    return taken
  }
}

/** One in so many is few. */
const SPARSE_RATIO = 50

export function listSelectedNumbers(mask: Uint8Array): number[] {
  const numbers: number[] = []
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) numbers.push(at)
  return numbers
}

/** The order asked for, as of the columns' present state. */
export async function buildIssueWalk(
  db: Db,
  projectId: string,
  followed: IssueCache,
  asked: { sort?: IssueSort | `-${IssueSort}` | undefined; group?: Group | undefined },
): Promise<IssueWalk> {
  const order = asked.sort ?? '-number'
  const descending = order.startsWith('-')
  const sort = order.replace('-', '') as IssueSort
  const key = await buildSortKey(db, projectId, followed.columns, sort)
  const division = asked.group
    ? // the most important first
      {
        key: await buildSortKey(db, projectId, followed.columns, asked.group),
        descending: asked.group === 'priority',
      }
    : null
  return new IssueWalk(loadSortedNumbers(followed, sort, key), key, descending, division)
}
