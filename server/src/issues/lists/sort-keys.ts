import { groupKinds } from '@plumbline/contract/issues/custom-fields'
import { type CustomFieldKey, isCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueSort } from '@plumbline/contract/issues/filter'
import { isFieldOf } from '@plumbline/contract/issues/issue-fields'
import { termCodes } from '@plumbline/contract/issues/vocabulary'
import { sortTerms } from '@plumbline/contract/projects/vocabulary'
import { reason } from '@plumbline/contract/reasons'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import {
  type CodeColumn,
  columnValues,
  type IssueColumns,
  MISSING_VALUE,
  type NamedColumn,
} from './columns.ts'
import { type CustomColumn, findOwnField, loadCustomColumn, type OwnField } from './custom-columns.ts'
import type { IssueCache } from './issue-cache.ts'
import { readPlaces, readUserNames } from './places.ts'

/**
 * The end of a page, encoded in its cursor: sort value of the last issue (the id for levels, sections and users), its
 * number, and in a grouped list the value of its group.
 */
export type CursorPosition = [value: number | string | null, number: number, group?: number | string | null]

/** The value that issues are sorted by. */
export interface SortKey {
  ranking: string
  /** the value of an issue; MISSING_VALUE, MISSING_TEXT or Infinity without one */
  value: (number: number) => number | string
  /** the value as stored in a cursor */
  toCursor: (number: number) => CursorPosition[0]
  /** parses the value of a cursor; undefined for a cursor of another sort order */
  fromCursor: (stored: CursorPosition[0]) => number | string | undefined
}

/** the missing value of texts */
const MISSING_TEXT = '\uffff'
export const hasNoValue = (value: number | string) =>
  value === MISSING_VALUE || value === Number.POSITIVE_INFINITY || value === MISSING_TEXT

const buildNumericSortKey = (value: (number: number) => number, missing = MISSING_VALUE): SortKey => ({
  ranking: '',
  value,
  toCursor: (number) => (hasNoValue(value(number)) ? null : value(number)),
  fromCursor: (stored) => (stored === null ? missing : typeof stored === 'number' ? stored : undefined),
})

/** Ids of users in the order of their names. */
async function sortPeople(db: Db, texts: readonly (string | null)[]): Promise<string[]> {
  const ids = texts.filter((id) => id !== null)
  const names = [...(await readUserNames(db, ids))]
  const { compare } = new Intl.Collator('en')
  return names.sort((a, b) => compare(a[1], b[1]) || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
}

/** Ids in display order: users by name, levels by elevation, sections by their order. */
async function readRankedIds(
  db: Db,
  projectId: string,
  column: NamedColumn,
  columns: IssueColumns,
): Promise<string[]> {
  if (column === 'assignee_id') return sortPeople(db, columns.names.assignee_id.texts)
  const places = await readPlaces(db, projectId)
  return places[column === 'level_id' ? 'level' : 'section'].map(({ id }) => id)
}

/**
 * Sorts by the place of a code's text in a list of ids; ids outside the list come after it. Codes that are added while the key
 * is in use have ranks too.
 */
function buildRankedSortKey(
  { texts }: { texts: readonly (string | null)[] },
  codeOf: (number: number) => number | undefined,
  ids: readonly string[],
): SortKey {
  const rankOf = new Map(ids.map((id, rank) => [id, rank]))
  const ranks: number[] = []
  const findRank = (code: number): number => {
    for (const id of texts.slice(ranks.length))
      ranks.push(id === null ? MISSING_VALUE : (rankOf.get(id) ?? MISSING_VALUE - 1))
    return ranks[code] ?? MISSING_VALUE - 1
  }
  return {
    ranking: ids.join(),
    value: (number) => {
      const code = codeOf(number) ?? 0
      return ranks[code] ?? findRank(code)
    },
    toCursor: (number) => texts[codeOf(number) ?? 0] ?? null,
    fromCursor: (id) =>
      id === null
        ? MISSING_VALUE
        : typeof id === 'string'
          ? (rankOf.get(id) ?? MISSING_VALUE - 1)
          : undefined,
  }
}

const buildTextSortKey = (value: (number: number) => string): SortKey => ({
  ranking: '',
  value,
  toCursor: (number) => (hasNoValue(value(number)) ? null : value(number)),
  fromCursor: (stored) => (stored === null ? MISSING_TEXT : typeof stored === 'string' ? stored : undefined),
})

/** Ids in the order of a field: choices as defined, people by name. */
export async function readCustomRanks(
  db: Db,
  { kind, choices }: OwnField,
  column: CustomColumn,
): Promise<string[]> {
  if (kind === 'CHOICE') return choices.map(({ id }) => id)
  return kind === 'PERSON' ? sortPeople(db, column.dictionary.texts) : []
}

/** The values of a custom field; null if the project does not have the field. */
async function buildCustomSortKey(
  db: Db,
  projectId: string,
  cache: IssueCache,
  fieldId: string,
): Promise<SortKey | null> {
  const field = await findOwnField(db, projectId, fieldId)
  if (!field) return null
  const column = await loadCustomColumn(db, projectId, cache, field)
  // a reloaded column may be newer than an order sorted earlier
  const stamp = (key: SortKey): SortKey => ({ ...key, ranking: `${column.load} ${key.ranking}` })
  switch (field.kind) {
    case 'TEXT':
      return stamp(buildTextSortKey((number) => column.texts[number] ?? MISSING_TEXT))
    case 'NUMBER':
    case 'DATE': {
      const missing = Number.POSITIVE_INFINITY
      return stamp(buildNumericSortKey((number) => column.numbers[number] ?? missing, missing))
    }
    default: {
      const ids = await readCustomRanks(db, field, column)
      return stamp(buildRankedSortKey(column.dictionary, (number) => column.codes[number], ids))
    }
  }
}

/** Types or trades in the project's order; null in the built-in order. */
export async function readTermOrder(
  db: Db,
  projectId: string,
  kind: 'type' | 'trade',
): Promise<string[] | null> {
  const { vocabulary } = await readProjectWords(db, projectId)
  const terms = vocabulary[kind]
  return terms.order.length > 0 ? sortTerms<string>(termCodes[kind], terms) : null
}

const namedSorts = { assignee: 'assignee_id', level: 'level_id', section: 'section_id' } as const

/** Issues by number: the order of issues without a value. */
export const numberSortKey = buildNumericSortKey((number) => number)

/** null: the project does not have the field. Values are the current ones: columns are replaced by larger ones. */
export async function buildSortKey(
  db: Db,
  projectId: string,
  cache: IssueCache,
  sort: IssueSort | CustomFieldKey,
): Promise<SortKey | null> {
  const { columns } = cache
  if (isCustomKey(sort)) return buildCustomSortKey(db, projectId, cache, parseCustomKey(sort) ?? '')
  if (isFieldOf('decimal', sort))
    return buildNumericSortKey((number) => columns.decimals[sort][number] as number)
  switch (sort) {
    case 'assignee':
    case 'level':
    case 'section': {
      const column = namedSorts[sort]
      const ids = await readRankedIds(db, projectId, column, columns)
      return buildRankedSortKey(columns.names[column], (number) => columns.named[column][number], ids)
    }
    case 'name':
      return buildTextSortKey((number) => columns.nameKeys[number] ?? '')
    case 'number':
      return numberSortKey
    case 'due_date':
      return buildNumericSortKey((number) => columns.due[number] as number)
    case 'created_at':
    case 'updated_at': {
      const column = sort === 'created_at' ? 'created' : 'updated'
      return buildNumericSortKey((number) => columns.times[column][number] as number)
    }
    case 'type':
    case 'trade': {
      const order = await readTermOrder(db, projectId, sort)
      const codeOf = (number: number) => columns.codes[sort][number]
      if (order) return buildRankedSortKey({ texts: columnValues[sort] }, codeOf, order)
      return buildNumericSortKey((number) => codeOf(number) as number)
    }
    default:
      return buildNumericSortKey((number) => columns.codes[sort satisfies CodeColumn][number] as number)
  }
}

/**
 * The field that a list is grouped by; undefined if the project does not have it.
 * @throws Refusal bad_request for texts, numbers and dates, which would give almost as many groups as issues
 */
export async function findGroupField(
  db: Db,
  projectId: string,
  group: CustomFieldKey,
): Promise<OwnField | undefined> {
  const field = await findOwnField(db, projectId, parseCustomKey(group) ?? '')
  if (field && !groupKinds.includes(field.kind))
    throw new Refusal('bad_request', { fields: { group: reason('not_valid') } })
  return field
}
