import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Numbers of issues that nobody else gets. */
export interface ReservedNumbers {
  next: number
  last: number
}

/**
 * Reserves the numbers of the issues that an import is going to create, in a separate transaction: the project's row with
 * the counter would be locked until the end of the import, and nobody could create an issue.
 */
export async function reserveNumbers(
  db: Db,
  { id, project_id }: { id: string; project_id: string },
): Promise<ReservedNumbers> {
  const { rows } = await sql<{ count: number; last: number }>`
    with planned as (select count(*)::int as count from bcf_import_topics where import_id = ${id} and outcome = 'NEW')
    update projects p set last_issue_number = p.last_issue_number + planned.count from planned
    where p.id = ${project_id} and planned.count > 0 returning planned.count, p.last_issue_number as last`.execute(
    db,
  )
  const [{ count, last } = { count: 0, last: 0 }] = rows
  return { next: last - count + 1, last }
}

/** Returns remaining numbers, unless later ones have been given out since. */
export async function returnNumbers(
  db: Db,
  project_id: string,
  { next, last }: ReservedNumbers,
): Promise<void> {
  if (next <= last)
    await sql`update projects set last_issue_number = ${next - 1}
      where id = ${project_id} and last_issue_number = ${last}`.execute(db)
}

/** The first of `count` reserved numbers; undefined if fewer remain, as when issues were purged since the preview. */
export function claimNumbers(numbers: ReservedNumbers, count: number): number | undefined {
  if (numbers.last - numbers.next + 1 < count) return undefined
  numbers.next += count
  return numbers.next - count
}
