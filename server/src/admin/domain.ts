import type { Server, UserCtx } from '../context.ts'
import type { Domain } from '../domain.ts'
import type { ExportPart } from '../users/export-parts.ts'
import { countStorage } from './count-storage.ts'
import { createReindexWorker } from './reindex/run-reindex.ts'
import { adminRoutes } from './routes.ts'
import { recoverStoreCheck, runStoreCheck } from './run-store-check.ts'

const ENTRIES_PER_READ = 500

/** What operators did to the user, and what the user did as an operator. */
async function* readOwnActs({ tx, actor: { user_id } }: UserCtx) {
  for (let seq = 0; ; ) {
    const rows = await tx
      .selectFrom('operator_log')
      .select(['seq', 'at', 'kind', 'person_id'])
      .where((eb) => eb.or([eb('by_user_id', '=', user_id), eb('person_id', '=', user_id)]))
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
  exportParts: [operatorLogPart],
  sweeps: [countStorage],
})
