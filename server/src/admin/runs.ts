import type { RunKind, RunScope } from '@plumbline/contract/admin/background-run'
import type { OperatorAct } from '@plumbline/contract/admin/people'
import { selectReconversionItems } from '../bim/reconversion/outdated-models.ts'
import type { PublicCtx, Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { cancelRun, setRunPaused, startRun } from '../jobs/background-runs.ts'
import { buildStopTopic } from '../jobs/item-runner.ts'
import { recordOperatorAct } from './operators.ts'
import { selectReindexItems } from './reindex/select-reindex-items.ts'

/** Starts, pauses and cancels runs, for the page and for the command of the machine. */

export interface RunLimit {
  team_id?: string | undefined
  project_id?: string | undefined
  variant_id?: string | undefined
}

type RunContext = Pick<PublicCtx, 'tx' | 'now' | 'jobs'>

/** queues whose workers process the items of a run */
const queues = { RECONVERSION: 'convert', REINDEX: 'reindex' } as const

const selectItems = { RECONVERSION: selectReconversionItems, REINDEX: selectReindexItems }

/** The name of a run's scope. @throws Refusal bad_request for two limits, not_found */
export async function findRunScope(tx: Tx, limit: RunLimit): Promise<RunScope | null> {
  const { team_id, project_id, variant_id } = limit
  const given = [team_id, project_id, variant_id].filter((id) => id !== undefined)
  if (given.length > 1) throw new Refusal('bad_request', { text: 'A run has one limit at most' })
  const id = given[0]
  if (id === undefined) return null
  const table = team_id ? 'teams' : project_id ? 'projects' : null
  const row = table
    ? await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
    : await tx
        .selectFrom('bim_file_variants')
        .select('file_name as name')
        .where('id', '=', id)
        .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { part: team_id ? 'COMPANY' : project_id ? 'PROJECT' : 'MODEL', name: row.name }
}

/** Returns the number of items. @throws Refusal wrong_state while a run of the kind is open */
export async function beginRun(ctx: RunContext, kind: RunKind, limit: RunLimit, by: string | null) {
  const scope = await findRunScope(ctx.tx, limit)
  const at = ctx.now().toISOString()
  const items = await startRun(ctx.tx, { kind, scope, at, items: selectItems[kind](limit) })
  if (items === null) throw new Refusal('wrong_state')
  await ctx.jobs.add(ctx.tx, queues[kind], {})
  await recordOperatorAct(ctx, { kind: `${kind}_STARTED`, by, data: { ...limit, items } })
  return items
}

/** @throws Refusal wrong_state */
export async function changeRun(
  ctx: RunContext,
  kind: RunKind,
  act: 'PAUSED' | 'RESUMED' | 'CANCELLED',
  by: string | null,
): Promise<void> {
  const hasChanged =
    act === 'CANCELLED'
      ? await cancelRun(ctx.tx, kind, ctx.now().toISOString())
      : await setRunPaused(ctx.tx, kind, act === 'PAUSED')
  if (!hasChanged) throw new Refusal('wrong_state')
  if (act === 'RESUMED') await ctx.jobs.add(ctx.tx, queues[kind], {})
  await recordOperatorAct(ctx, { kind: `${kind}_${act}` satisfies OperatorAct, by })
}

export const stopRunningItem = ({ bus }: Pick<Server, 'bus'>, kind: RunKind) =>
  void bus.publish(buildStopTopic(kind), {})
