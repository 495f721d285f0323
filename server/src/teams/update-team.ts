import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, TeamCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { listTeamNameReaders, publishTeamUpdated } from './team-members.ts'
import { getTeam } from './team-reads.ts'

/** Locks a company's row, so that seats are counted by one write at a time; refuses a closed company with 404. */
export async function lockTeam(tx: Tx, teamId: string) {
  const team = await tx
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!team) throw new Refusal('not_found')
  return team
}

type TeamFields = Input<typeof api.updateTeam>['body']

export async function updateTeamFields(ctx: TeamCtx, fields: TeamFields) {
  const { team_id } = ctx.team
  await ctx.tx.updateTable('teams').set(fields).where('id', '=', team_id).execute()
  await publishTeamUpdated(
    ctx,
    team_id,
    fields.name ? { others: await listTeamNameReaders(ctx.tx, team_id) } : {},
  )
  await recordAudit(ctx, { team_id }, { kind: 'COMPANY_CHANGED', data: { ...fields } })
  return getTeam(ctx, team_id)
}

export const updateTeam = (ctx: TeamCtx, { body }: Input<typeof api.updateTeam>) =>
  updateTeamFields(ctx, body)
