import { fill } from '@plumbline/contract/sentences'
import type * as api from '@plumbline/contract/teams/teams'
import type { Input, TeamCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readersOfName, tellTeam } from './members.ts'
import { planSeats, readTeam, seatsInUse } from './reads.ts'

/** A company's row, held so that one write at a time counts its seats; refuses a closed one. */
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

type Fields = Input<typeof api.updateTeam>['body']

async function setFields(ctx: TeamCtx, fields: Fields) {
  const { team_id } = ctx.team
  await ctx.tx.updateTable('teams').set(fields).where('id', '=', team_id).execute()
  await tellTeam(ctx, team_id, fields.name ? { others: await readersOfName(ctx.tx, team_id) } : {})
  return readTeam(ctx, team_id)
}

export const changeTeam = (ctx: TeamCtx, { body }: Input<typeof api.updateTeam>) => setFields(ctx, body)

export const changeName = (ctx: TeamCtx, { body }: Input<typeof api.renameTeam>) =>
  setFields(ctx, { name: body.company_name })

export async function changeSize(ctx: TeamCtx, { body: { max_team_size } }: Input<typeof api.resizeTeam>) {
  const team = await lockTeam(ctx.tx, ctx.team.team_id)
  const { id } = team
  const { members, pending } = await seatsInUse(ctx.tx, id, ctx.now())
  if (max_team_size !== null && max_team_size < members + pending)
    throw new Refusal('wrong_state', {
      message: fill('{count} seats are in use. Remove members or withdraw invitations first.', {
        count: members + pending,
      }),
    })
  const allowed = planSeats(ctx, team)
  if (allowed !== null && max_team_size !== null && max_team_size > allowed)
    throw new Refusal('payment_required', {
      message: fill('The plan of this company has {count} seats', { count: allowed }),
    })
  await ctx.tx.updateTable('teams').set({ max_team_size }).where('id', '=', id).execute()
  await tellTeam(ctx, id)
  return readTeam(ctx, id)
}
