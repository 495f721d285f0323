import { sql } from 'kysely'
import type { Server, UserCtx } from '../context.ts'
import { type Domain, EVERY_MINUTE } from '../domain.ts'
import type { ExportPart } from '../users/export-parts.ts'
import { listOwnIds } from '../users/merged-people.ts'
import { countStorage } from './count-storage.ts'
import { settleMerges } from './merging/settle-merges.ts'
import { createReindexWorker } from './reindex/run-reindex.ts'
import { adminRoutes } from './routes.ts'
import { recoverStoreCheck, runStoreCheck } from './run-store-check.ts'

const ENTRIES_PER_READ = 500

/** The user's part of the operators' log: actions on their account, and their own actions as an operator. */
async function* readOwnActs({ tx, actor: { user_id } }: UserCtx) {
  const ids = await listOwnIds(tx, user_id)
  for (let seq = 0; ; ) {
    const rows = await tx
      .selectFrom('operator_log')
      .select(['seq', 'at', 'kind', 'person_id'])
      .where((eb) =>
        eb.or([
          eb('by_user_id', '=', sql<string>`any (${ids}::uuid[])`),
          eb('person_id', '=', sql<string>`any (${ids}::uuid[])`),
        ]),
      )
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(ENTRIES_PER_READ)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ENTRIES_PER_READ) return
    seq = last.seq
  }
}

const operatorLogPart: ExportPart = { name: 'operator-log', rows: readOwnActs }

export const createAdminDomain = (server: Server): Domain => ({
  routes: adminRoutes,
  workers: () => [
    {
      queue: 'check',
      parallel: 1,
      run: ({ check_id }: { check_id: string }, signal) => runStoreCheck(server, check_id, signal),
      isHeavy: true,
      isUnpaused: true,
      recover: (all) => recoverStoreCheck(server, all),
    },
    createReindexWorker(server),
  ],
  schedules: (teller) => [{ queue: 'settle', cron: EVERY_MINUTE, run: () => settleMerges(server, teller) }],
  exportParts: [operatorLogPart],
  sweeps: [countStorage],
})
