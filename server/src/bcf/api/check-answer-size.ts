import { reason } from '@plumbline/contract/reasons'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { Refusal } from '../../http/refusal.ts'

/** limit on characters of an answer, which is in memory as a whole: many times the size of 10,000 typical topics */
const MAX_CHARACTERS = 32_000_000

/**
 * Refuses a page whose rows do not fit into memory, with the largest `$top` that fits: a text of a BCF file may have a
 * million characters. A single row is always answered.
 */
export async function checkAnswerSize<DB, TB extends keyof DB>(
  page: SelectQueryBuilder<DB, TB, object>,
  size: RawBuilder<unknown>,
): Promise<void> {
  const sizes = page.clearSelect().select(sql<number>`(${size})::float8`.as('size'))
  const rows = await sizes.$castTo<{ size: number }>().execute()
  let total = 0
  const count = rows.findIndex((row, index) => {
    total += row.size
    return index > 0 && total > MAX_CHARACTERS
  })
  if (count > 0) throw new Refusal('too_large', reason('answer_too_large', { count }))
}
