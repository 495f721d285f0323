import { type Feature, planFeatures, planLimits } from '@plumbline/contract/billing/plans'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { PublicCtx } from '../context.ts'
import { acrossProjects } from '../db/project-scope.ts'
import { checkPaid } from '../http/check-paid.ts'
import { Refusal } from '../http/refusal.ts'
import type { SubscriptionRow } from './accounts.ts'

/**
 * Checks of plan limits, run in the transaction of the write. They lock the company's subscription while counting, so
 * concurrent writes cannot exceed a limit together.
 */

type Ctx = Pick<PublicCtx, 'config' | 'tx' | 'now'>

/** Locks the subscription; null on a server without billing. The caller has locked the company. */
async function lockPlan({ config, tx, now }: Ctx, teamId: string): Promise<SubscriptionRow | null> {
  if (config.billing.provider === 'none') return null
  const team = await tx
    .selectFrom('teams')
    .select('blocks_at')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  checkPaid({ config, now }, team.blocks_at)
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Checked before a project becomes active: created, restored or unarchived. */
export async function checkProjectLimit(ctx: Ctx, teamId: string): Promise<void> {
  const row = await lockPlan(ctx, teamId)
  const max = row && planLimits[row.slug].active_projects
  if (max === null) return
  const { count } = await acrossProjects('the plan limits all projects of the company together', () =>
    ctx.tx
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .where('status', '=', 'ACTIVE')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  if (count >= max) throw new Refusal('payment_required', reason('plan_projects', { count: max }))
}

/** Checked before a file upload starts; announced uploads count with their full size. */
export async function checkStorageLimit(ctx: Ctx, teamId: string, bytes: number): Promise<void> {
  const row = await lockPlan(ctx, teamId)
  if (!row) return
  const { file_bytes, storage_bytes } = planLimits[row.slug]
  if (file_bytes !== null && bytes > file_bytes)
    throw new Refusal(
      'payment_required',
      reason('plan_file_size', {
        size: file_bytes / 1e6,
      }),
    )
  if (storage_bytes === null) return
  const { rows } = await acrossProjects('the plan limits all projects of the company together', () =>
    sql<{ used: number }>`
      select coalesce(sum(v.size_bytes), 0)::bigint as used from bim_file_variants v
      join projects p on p.id = v.project_id
      where p.team_id = ${teamId} and (v.blob_key is not null or v.state = 'UPLOADING')`.execute(ctx.tx),
  )
  if ((rows[0]?.used ?? 0) + bytes > storage_bytes)
    throw new Refusal(
      'payment_required',
      reason('plan_storage', {
        size: storage_bytes / 1e9,
      }),
    )
}

const featureReasons: Partial<Record<Feature, Reason>> = {
  api_tokens: reason('plan_without_tokens'),
  webhooks: reason('plan_without_webhooks'),
}

/** Refuses unless the plan of one of these companies has the feature. Items created earlier are not affected. */
export async function checkPlanFeature(
  { config, tx }: Ctx,
  feature: Feature,
  teamIds: string[],
): Promise<void> {
  if (config.billing.provider === 'none') return
  const rows =
    teamIds.length === 0
      ? []
      : await tx.selectFrom('subscriptions').select('slug').where('team_id', 'in', teamIds).execute()
  if (rows.some(({ slug }) => planFeatures[slug].includes(feature))) return
  throw new Refusal('payment_required', featureReasons[feature])
}
