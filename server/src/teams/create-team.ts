import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/teams/teams'
import type { Input, UserCtx } from '../context.ts'
import { acquaintancesOf, joinTeam, tellTeam } from './members.ts'
import { readTeam } from './reads.ts'

export async function createTeam(ctx: UserCtx, { body }: Input<typeof api.createTeam>) {
  const { user_id } = ctx.actor
  const team_id = randomUUIDv7()
  await ctx.tx
    .insertInto('teams')
    .values({ id: team_id, name: body.name, country: body.country ?? null })
    .execute()
  await joinTeam(ctx.tx, { team_id, user_id, role: 'OWNER' })
  const others = await acquaintancesOf(ctx.tx, [user_id])
  await tellTeam(ctx, team_id, { others, cause: { kind: 'CREATED', by: user_id } })
  return readTeam(ctx, team_id)
}
