import { type CustomCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { parseDayNumber } from './calendar.ts'
import {
  avoidMissing,
  type CustomColumn,
  findOwnField,
  loadCustomColumn,
  type OwnField,
} from './custom-columns.ts'
import type { IssueCache } from './issue-cache.ts'
import { loadMatches } from './load-matches.ts'
import { buildLikePattern, readNumbers } from './search-issue-numbers.ts'

/** The issues that a condition on custom fields keeps, or drops with `isNot`. */
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

const isChoice = ({ test }: CustomCondition) => test === 'any' || test === 'not'

/**
 * The issues to look up: those with one of the given values, or, if `none` is among the values, those with any other value.
 * Issues without a value are never looked up, so the index of issues with values suffices; for `isNot` the condition inverts
 * the result. Column and database must use the same sets, because both are cached under one key.
 */
function planChoices({ test, values }: CustomCondition) {
  const given = values.filter((value) => value !== NONE)
  const hasOther = given.length < values.length
  return { given, hasOther, isNot: (test === 'not') !== hasOther }
}

const isTurnedRound = (condition: CustomCondition): boolean =>
  isChoice(condition) && planChoices(condition).isNot

/** SQL: the issue has a value that a condition looks for. */
function buildTest(condition: CustomCondition): RawBuilder<boolean> {
  const { field, test, values } = condition
  if (test === 'from' || test === 'to') return buildBound(condition)
  if (test === 'contains')
    return sql`custom_fields->>${field}::text ilike ${buildLikePattern(values[0] ?? '')}`
  const { given, hasOther } = planChoices(condition)
  const isGiven = sql<boolean>`custom_fields->>${field}::text = any (${given}::text[])`
  return hasOther ? sql`(custom_fields ? ${field}::text and not ${isGiven})` : isGiven
}

/** columns of a filter that are loaded for it; of more fields the database is asked */
const MAX_LOADED = 4

/** Whether a column's value matches a condition; null: the column cannot decide. */
function buildColumnTest(
  { kind }: OwnField,
  column: CustomColumn,
  condition: CustomCondition,
): ((number: number) => boolean) | null {
  const { test, values } = condition
  if (column.isListed && isChoice(condition)) {
    const { given, hasOther } = planChoices(condition)
    const { codes, dictionary } = column
    const wanted = new Set(given.map((value) => dictionary.codeOf(value)))
    return (number) => {
      const code = codes[number] ?? 0
      return code !== 0 && wanted.has(code) !== hasOther
    }
  }
  const [bound = ''] = values
  const isDay = DAY.test(bound)
  if ((kind !== 'NUMBER' || isDay) && (kind !== 'DATE' || !isDay)) return null
  const limit = isDay ? parseDayNumber(bound) : avoidMissing(Number(bound))
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
  return { numbers, isNot: isTurnedRound(condition) }
}

function listMatching(last: number, isMatch: (number: number) => boolean): Int32Array {
  const numbers = new Int32Array(last)
  let length = 0
  for (let number = 1; number <= last; number++) if (isMatch(number)) numbers[length++] = number
  return numbers.subarray(0, length)
}

/** no search text starts with this character */
const getMatchesKey = (condition: CustomCondition) => `\0${JSON.stringify(condition)}`

async function findInRows(
  db: Db,
  projectId: string,
  followed: IssueCache,
  condition: CustomCondition,
): Promise<CustomMatch> {
  // past visible.ts: numbers only, cached for all members; `buildVisibleMask` filters them
  const query = sql`select number from issues where project_id = ${projectId} and custom_fields <> '{}' and ${buildTest(condition)}`
  const numbers = await loadMatches(followed, getMatchesKey(condition), (among) =>
    readNumbers(db, among ? sql`${query} and number = any (${among}::int[])` : query),
  )
  return { numbers, isNot: isTurnedRound(condition) }
}

/** The matches of the filter, each condition for itself. */
export async function findCustomMatches(
  db: Db,
  projectId: string,
  followed: IssueCache,
  { filter, me }: { filter: string; me: string },
): Promise<CustomMatch[]> {
  const conditions = parseCustomFilter(filter).map((condition) => {
    const values = condition.values.map((value) =>
      (isChoice(condition) && value === 'me' ? me : value).replaceAll('\0', ' '),
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
