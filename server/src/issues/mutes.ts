import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { readByIds } from '../db/read-by-ids.ts'

/** Ids of the given issues that any of these users muted, by user. */
export async function readMutes(
  tx: Tx,
  issueIds: string[],
  userIds: string[] | null = null,
): Promise<Map<string, Set<string>>> {
  const rows = await readByIds(issueIds, (some) =>
    tx
      .selectFrom('issue_mutes')
      .select(['issue_id', 'user_id'])
      .where('issue_id', '=', sql<string>`any (${some}::uuid[])`)
      .$if(userIds !== null, (query) => query.where('user_id', '=', sql<string>`any (${userIds}::uuid[])`))
      .execute(),
  )
  const mutes = new Map<string, Set<string>>()
  for (const { issue_id, user_id } of rows)
    mutes.set(user_id, (mutes.get(user_id) ?? new Set()).add(issue_id))
  return mutes
}
