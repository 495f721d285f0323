import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { addToTeam, listAcquaintances, publishTeamUpdated } from './team-members.ts'
import { getTeam } from './team-reads.ts'

export async function createTeam(ctx: UserCtx, { body }: Input<typeof api.createTeam>) {
  const { user_id } = ctx.actor
  const team_id = randomUUIDv7()
  await ctx.tx
    .insertInto('teams')
    .values({ id: team_id, name: body.name, country: body.country ?? null })
    .execute()
  await addToTeam(ctx.tx, { team_id, user_id, role: 'OWNER' })
  const others = await listAcquaintances(ctx.tx, [user_id])
  await publishTeamUpdated(ctx, team_id, { others, cause: { kind: 'CREATED', by: user_id } })
  await recordAudit(ctx, { team_id }, { kind: 'COMPANY_CREATED', data: { name: body.name } })
  return getTeam(ctx, team_id)
}
