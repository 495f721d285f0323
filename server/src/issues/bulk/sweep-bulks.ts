import type { Server } from '../../context.ts'

/** how long a bulk change can be undone */
export const UNDO_PERIOD_MS = 24 * 3600 * 1000

/** Deletes the stored values of bulk changes that can no longer be undone. */
export async function sweepBulks({ db, now }: Pick<Server, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - UNDO_PERIOD_MS).toISOString()
  await db.deleteFrom('issue_bulks').where('created_at', '<', before).execute()
}
