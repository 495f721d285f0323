import { randomUUIDv7 } from 'node:crypto'
import type { createTeam } from '@plumbline/contract/teams'
import type { Input, UserCtx } from '../context.ts'

export async function makeTeam(ctx: UserCtx, { body }: Input<typeof createTeam>) {
  const { user_id } = ctx.actor
  const id = randomUUIDv7()
  const first = await ctx.tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', user_id)
    .where('is_default', '=', true)
    .executeTakeFirst()
  const team = await ctx.tx
    .insertInto('teams')
    .values({ id, name: body.name, country: body.country ?? null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.tx
    .insertInto('team_members')
    .values({ team_id: id, user_id, role: 'OWNER', is_default: !first })
    .execute()
  await ctx.tell('team.updated', { project_id: null, data: { team_id: id }, audience: { users: [user_id] } })
  return { ...team, my_role: 'OWNER' as const }
}
