import type { Server } from '../../context.ts'
/** Takes a change of many back, where nothing was changed since. */

export const UNDO_PERIOD_MS = 24 * 3600 * 1000

/** What can no longer be taken back need not be kept. */
export async function sweepBulks({ db, now }: Pick<Server, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - UNDO_PERIOD_MS).toISOString()
  await db.deleteFrom('issue_bulks').where('created_at', '<', before).execute()
}
