import { randomUUIDv7 } from 'node:crypto'
import type { createTeam } from '@plumbline/contract/teams'
import type { Input, UserCtx } from '../context.ts'
import { acquaintancesOf, joinTeam, tellTeam } from './members.ts'
import { readTeam } from './reads.ts'

export async function makeTeam(ctx: UserCtx, { body }: Input<typeof createTeam>) {
  const { user_id } = ctx.actor
  const team_id = randomUUIDv7()
  await ctx.tx
    .insertInto('teams')
    .values({ id: team_id, name: body.name, country: body.country ?? null })
    .execute()
  await joinTeam(ctx.tx, { team_id, user_id, role: 'OWNER' })
  await tellTeam(ctx, team_id, { others: await acquaintancesOf(ctx.tx, [user_id]) })
  return readTeam(ctx, team_id)
}
