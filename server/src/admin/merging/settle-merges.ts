import type { Server } from '../../context.ts'
import { inTransaction } from '../../db/database.ts'
import type { Teller } from '../../live/tell.ts'
import { getUserAudience } from '../../users/connected-users.ts'
import { lockPair } from './check-merge.ts'
import { isNothingMoved, moveEverything } from './move-everything.ts'
import type { MergedPair } from './move-references.ts'
import { publishMoved } from './publish-moved.ts'

/**
 * A write that began before the merge may commit after it and still name the given-up account: a colleague assigns an issue
 * to it, or its own last comment arrives. Every minute such rows are moved as well, until no transaction can be that old any
 * more.
 */

/** longer than any transaction of a request or a job that writes the id of a person */
const SETTLED_AFTER_MS = 5 * 60_000
const MERGES_PER_RUN = 20

async function settleMerge(
  { db, now }: Pick<Server, 'db' | 'now'>,
  teller: Teller,
  pair: MergedPair,
  isLast: boolean,
) {
  await inTransaction(db, async (tx) => {
    await lockPair(tx, pair)
    const saw = await getUserAudience(tx, pair.given_up)
    const moved = await moveEverything({ tx, now }, pair)
    if (!isNothingMoved(moved)) await publishMoved({ tx, tell: teller.begin(tx) }, pair, moved, saw)
    if (isLast)
      await tx
        .updateTable('users')
        .set({ merge_settled_at: now().toISOString() })
        .where('id', '=', pair.given_up)
        .execute()
  })
  teller.nudge()
}

/** Moves rows that concurrent writes assigned to the given-up account during the merge. Runs every minute on one server. */
export async function settleMerges(
  server: Pick<Server, 'db' | 'now' | 'log'>,
  teller: Teller,
): Promise<void> {
  const found = await server.db
    .selectFrom('users')
    .select(['id', 'merged_into', 'merged_at'])
    .where('merged_into', 'is not', null)
    .where('merge_settled_at', 'is', null)
    .orderBy('merged_at')
    .limit(MERGES_PER_RUN)
    .execute()
  for (const { id, merged_into, merged_at } of found) {
    const age = server.now().getTime() - new Date(merged_at ?? 0).getTime()
    try {
      await settleMerge(server, teller, { kept: merged_into ?? id, given_up: id }, age >= SETTLED_AFTER_MS)
    } catch (error) {
      // the next run tries again
      server.log.error({ err: error }, 'settle merge')
    }
  }
}
