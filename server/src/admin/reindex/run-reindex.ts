import { describeFailure } from '../../bim/describe-failure.ts'
import { ELEMENTS_REBUILT } from '../../bim/elements/forget-elements.ts'
import { rebuildIndex } from '../../bim/elements/rebuild-index.ts'
import { rebuildWords } from '../../chat/rebuild-words.ts'
import type { Server } from '../../context.ts'
import { inTransaction } from '../../db/database.ts'
import { ISSUES_REBUILT, rebuildIssueData } from '../../issues/rebuild-issue-data.ts'
import { hasWaitingItem, type ItemEnd, type RunItem, recoverItems } from '../../jobs/background-runs.ts'
import { createItemRunner } from '../../jobs/item-runner.ts'

/** Rebuilds derived data, one item of an operator's run at a time. */

async function rebuildModel(server: Server, variantId: string): Promise<ItemEnd> {
  const row = await server.db
    .selectFrom('bim_file_variants')
    .select(['artefacts_team_id', 'artefacts_key'])
    .where('id', '=', variantId)
    .where('state', '=', 'COMPLETED')
    .executeTakeFirst()
  const { artefacts_team_id: team_id, artefacts_key: key } = row ?? {}
  if (!team_id || !key) return { state: 'SKIPPED' }
  const changed = await rebuildIndex(server, { team_id, key, path: `artefacts/${team_id}/${key}` })
  await server.bus.publish(ELEMENTS_REBUILT, variantId)
  return { state: 'DONE', changed }
}

async function rebuild(server: Server, { part, subject_id }: RunItem, signal: AbortSignal): Promise<ItemEnd> {
  if (part === 'MODEL') return rebuildModel(server, subject_id)
  if (part === 'CHAT') return { state: 'DONE', changed: await rebuildWords(server.db, subject_id, signal) }
  const changed = await rebuildIssueData(server.db, subject_id, signal)
  await server.bus.publish(ISSUES_REBUILT, subject_id)
  return { state: 'DONE', changed }
}

/** Queues a job if an item waits: one for each item, so that other servers take turns. */
async function queueNext({ db, jobs }: Server) {
  if (await hasWaitingItem(db, 'REINDEX')) await inTransaction(db, (tx) => jobs.add(tx, 'reindex', {}))
}

export function createReindexWorker(server: Server) {
  const runner = createItemRunner(server, {
    kind: 'REINDEX',
    run: (item, signal) => rebuild(server, item, signal),
    describeFailure,
  })
  return {
    queue: 'reindex' as const,
    parallel: 1,
    run: async (_data: object, signal: AbortSignal) => {
      // many items are small
      while (!signal.aborted && (await runner.processNext(signal)));
      if (!signal.aborted) await queueNext(server)
    },
    isHeavy: true,
    isUnpaused: true,
    recover: async (all: boolean) => {
      await recoverItems(server.db, 'REINDEX', server.now(), all)
      await queueNext(server)
    },
  }
}
