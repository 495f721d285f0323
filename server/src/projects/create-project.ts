import { randomUUIDv7 } from 'node:crypto'
import type { createProject } from '@plumbline/contract/projects'
import type { Input, UserCtx } from '../context.ts'
import { json } from '../db/database.ts'
import { tellTeam } from '../teams/members.ts'
import { audienceOfProject } from './audience.ts'
import { chooseTeam } from './choose-team.ts'
import { readProject } from './reads.ts'

/** `HS-2026` for “Harbour School”: initials and the year. */
function codeFor(name: string, now: Date): string {
  const initials = [...name.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word][0]).slice(0, 6)
  return [initials.join('').toUpperCase(), now.getUTCFullYear()].filter((part) => part !== '').join('-')
}

export async function makeProject(ctx: UserCtx, { body }: Input<typeof createProject>) {
  const { user_id } = ctx.actor
  const team_id = await chooseTeam(ctx)
  const id = randomUUIDv7()
  const { base_point, code = codeFor(body.name, ctx.now()), ...fields } = body
  await ctx.tx
    .insertInto('projects')
    .values({
      ...fields,
      code,
      id,
      team_id,
      base_point: base_point ? json(base_point) : null,
      created_by: user_id,
    })
    .execute()
  await ctx.tx
    .insertInto('project_members')
    .values({ project_id: id, user_id, team_id, role: 'PROJECT_MANAGER', permission_level: 'ADMIN' })
    .execute()
  const audience = await audienceOfProject(ctx.tx, id)
  await ctx.tell('project.created', { project_id: id, data: {}, audience })
  await tellTeam(ctx, team_id)
  return readProject(ctx, id)
}
