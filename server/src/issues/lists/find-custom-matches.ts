import { type CustomCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type IssueCache, loadBySeq } from './issue-cache.ts'
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

/** The matches of the filter; cached until the next log entry. */
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
  const tests = conditions.map(buildTest)
  const kept = tests.filter(({ isNot }) => !isNot).map(({ where }) => where)
  const dropped = tests.filter(({ isNot }) => isNot).map(({ where }) => [where])
  const matches: CustomMatch[] = []
  // what all must match is one scan; each condition that drops issues is another
  for (const [index, all] of [kept, ...dropped].entries()) {
    if (all.length === 0) continue
    // no search text begins with this character
    const key = `\0${index} ${JSON.stringify(conditions)}`
    // past visible.ts: numbers only, cached for all members; `buildVisibleMask` filters them
    const query = sql`select number from issues where project_id = ${projectId} and custom_fields <> '{}'
      and ${sql.join(all, sql` and `)}`
    const numbers = await loadBySeq(followed.words, key, followed.seq, () => readNumbers(db, query))
    matches.push({ numbers, isNot: index > 0 })
  }
  return matches
}
