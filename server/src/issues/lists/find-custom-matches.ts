import { type CustomCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { parseDayNumber } from './calendar.ts'
import { type CustomColumn, findOwnField, loadCustomColumn, type OwnField } from './custom-columns.ts'
import type { IssueCache } from './issue-cache.ts'
import { loadMatches } from './load-matches.ts'
import { buildLikePattern, readNumbers } from './search-issue-numbers.ts'

/** The issues that a condition of the project's own fields keeps, or with `isNot` those that it drops. */
export interface CustomMatch {
  numbers: Int32Array
  isNot: boolean
}

const NONE = 'none'
const DAY = /^\d{4}-\d\d-\d\d$/

/** SQL: the value lies on this side of the bound; values of another kind do not. */
function buildBound({ field, test, values: [bound = ''] }: CustomCondition): RawBuilder<boolean> {
  const operator = sql.raw(test === 'from' ? '>=' : '<=')
  if (DAY.test(bound))
    return sql`(jsonb_typeof(custom_fields->${field}::text) = 'string' and custom_fields->>${field}::text ${operator} ${bound})`
  const number = Number(bound)
  if (!Number.isFinite(number)) return sql`false`
  return sql`case when jsonb_typeof(custom_fields->${field}::text) = 'number'
    then (custom_fields->>${field}::text)::float8 ${operator} ${number}::float8 else false end`
}

/**
 * SQL of the issues with a value that a condition asks for. Issues without one are never selected, so that the index of
 * issues with values suffices; the mask is turned round instead.
 */
function buildTest(condition: CustomCondition): { where: RawBuilder<boolean>; isNot: boolean } {
  const { field, test, values } = condition
  if (test === 'from' || test === 'to') return { where: buildBound(condition), isNot: false }
  if (test === 'contains')
    return {
      where: sql`custom_fields->>${field}::text ilike ${buildLikePattern(values[0] ?? '')}`,
      isNot: false,
    }
  const given = values.filter((value) => value !== NONE)
  const isGiven = sql<boolean>`custom_fields->>${field}::text = any (${given}::text[])`
  if (given.length === values.length) return { where: isGiven, isNot: test === 'not' }
  return { where: sql`(custom_fields ? ${field}::text and not ${isGiven})`, isNot: test === 'any' }
}

/** columns of a filter that are loaded for it; of more fields the database is asked */
const MAX_LOADED = 4

/** Whether values of a column match a condition; null: the column cannot say. */
function buildColumnTest(
  { kind }: OwnField,
  column: CustomColumn,
  { test, values }: CustomCondition,
): ((number: number) => boolean) | null {
  if (column.isListed && (test === 'any' || test === 'not')) {
    const { codes, dictionary } = column
    const wanted = new Set(values.map((value) => dictionary.codeOf(value === NONE ? null : value)))
    return (number) => wanted.has(codes[number] ?? 0)
  }
  const [bound = ''] = values
  const isDay = DAY.test(bound)
  if ((kind !== 'NUMBER' || isDay) && (kind !== 'DATE' || !isDay)) return null
  const limit = isDay ? parseDayNumber(bound) : Number(bound)
  if (!Number.isFinite(limit) || (test !== 'from' && test !== 'to')) return null
  const { numbers } = column
  const hasValue = (value: number | undefined) => value !== undefined && value !== Number.POSITIVE_INFINITY
  return test === 'from'
    ? (number) => hasValue(numbers[number]) && (numbers[number] as number) >= limit
    : (number) => hasValue(numbers[number]) && (numbers[number] as number) <= limit
}

/** The matches of a condition in the column of its field; null if the database has to find them. */
async function findInColumn(
  db: Db,
  projectId: string,
  followed: IssueCache,
  condition: CustomCondition,
): Promise<CustomMatch | null> {
  const field = await findOwnField(db, projectId, condition.field)
  if (!field || field.kind === 'TEXT') return null
  const column = await loadCustomColumn(db, projectId, followed, field)
  const isMatch = buildColumnTest(field, column, condition)
  if (!isMatch) return null
  const numbers = await loadMatches(followed, getMatchesKey(condition), async (among) =>
    among ? Int32Array.from(among.filter(isMatch)) : listMatching(followed.columns.last, isMatch),
  )
  return { numbers, isNot: condition.test === 'not' }
}

function listMatching(last: number, isMatch: (number: number) => boolean): Int32Array {
  const numbers = new Int32Array(last)
  let length = 0
  for (let number = 1; number <= last; number++) if (isMatch(number)) numbers[length++] = number
  return numbers.subarray(0, length)
}

/** no search text begins with this character */
const getMatchesKey = (condition: CustomCondition) => `\0${JSON.stringify(condition)}`

async function findInRows(
  db: Db,
  projectId: string,
  followed: IssueCache,
  condition: CustomCondition,
): Promise<CustomMatch> {
  const { where, isNot } = buildTest(condition)
  // past visible.ts: numbers only, cached for all members; `buildVisibleMask` filters them
  const query = sql`select number from issues where project_id = ${projectId} and custom_fields <> '{}' and ${where}`
  const numbers = await loadMatches(followed, getMatchesKey(condition), (among) =>
    readNumbers(db, among ? sql`${query} and number = any (${among}::int[])` : query),
  )
  return { numbers, isNot }
}

/** The matches of the filter, each condition for itself. */
export async function findCustomMatches(
  db: Db,
  projectId: string,
  followed: IssueCache,
  { filter, me }: { filter: string; me: string },
): Promise<CustomMatch[]> {
  const conditions = parseCustomFilter(filter).map((condition) => {
    const isChoice = condition.test === 'any' || condition.test === 'not'
    const values = condition.values.map((value) =>
      (isChoice && value === 'me' ? me : value).replaceAll('\0', ' '),
    )
    return { ...condition, values }
  })
  const fields = [...new Set(conditions.map(({ field }) => field))].slice(0, MAX_LOADED)
  const matches: CustomMatch[] = []
  for (const condition of conditions) {
    const isLoaded = fields.includes(condition.field)
    const inColumn = isLoaded ? await findInColumn(db, projectId, followed, condition) : null
    matches.push(inColumn ?? (await findInRows(db, projectId, followed, condition)))
  }
  return matches
}
