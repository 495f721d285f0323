import type { Subscription } from '@plumbline/contract/billing/subscription'
import { sql } from 'kysely'
import type { PublicCtx, TeamCtx } from '../context.ts'
import { countSeats } from '../teams/team-reads.ts'
import type { SubscriptionRow } from './accounts.ts'
import type { BillingProvider } from './provider.ts'
import { computeStatus, computeWriteBlock, getPaidTerms } from './rules.ts'

/** Builds the API subscription from its row. */
export async function buildSubscription(
  ctx: TeamCtx,
  provider: BillingProvider['name'],
  row: SubscriptionRow,
): Promise<Subscription> {
  const now = ctx.now()
  const { members, pending } = await countSeats(ctx.tx, row.team_id, now)
  const status = computeStatus(row, now)
  const { slug, currency, interval, seats, trial_ends_at, period_start, period_end, cancels_at, next } = row
  const code = row.code_id
    ? await ctx.tx
        .selectFrom('signup_codes')
        .select(['id', 'code', 'partner_name', 'discount_percent'])
        .where('id', '=', row.code_id)
        .executeTakeFirst()
    : undefined
  return {
    provider,
    slug,
    status,
    currency,
    interval,
    seats: getPaidTerms(row) ? seats : 0,
    seats_used: members + pending,
    trial_ends_at,
    period_start,
    period_end,
    cancels_at,
    next,
    may_extend: status === 'TRIALING' && row.extended_at === null,
    blocks_at: status === 'PAST_DUE' || status === 'EXPIRED' ? computeWriteBlock(row) : null,
    confirm: row.confirm,
    code: code ? { ...code, discount_percent: row.discount_percent } : null,
  }
}

/** Usage of a company that its plan limits; storage counts the uploaded file versions. */
export async function getTeamUsage(ctx: Pick<PublicCtx, 'tx' | 'now'>, teamId: string) {
  const { members, pending } = await countSeats(ctx.tx, teamId, ctx.now())
  const { rows } = await sql<{ active_projects: number; storage_bytes: number }>`select
    (select count(*)::int from projects
      where team_id = ${teamId} and status = 'ACTIVE' and deleted_at is null) as active_projects,
    (select coalesce(sum(v.size_bytes), 0)::bigint from bim_file_variants v
      join projects p on p.id = v.project_id
      where p.team_id = ${teamId} and v.blob_key is not null) as storage_bytes`.execute(ctx.tx)
  return {
    active_projects: rows[0]?.active_projects ?? 0,
    team_members: members,
    pending_invites: pending,
    storage_bytes: rows[0]?.storage_bytes ?? 0,
  }
}

/** A paid subscription that will be charged again. */
export const isRenewing = (row: SubscriptionRow, now: Date) =>
  getPaidTerms(row) !== null && computeStatus(row, now) !== 'EXPIRED' && row.cancels_at === null
