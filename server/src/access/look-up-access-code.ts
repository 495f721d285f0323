import type * as api from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { normalizeAccessCode } from './access-codes.ts'
import { findOwnPendingRequest } from './access-requests.ts'

async function getProjectByCode(tx: Tx, typed: string) {
  const project = await tx
    .selectFrom('access_codes as c')
    .innerJoin('projects', 'projects.id', 'c.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.id', 'projects.name', 'teams.name as team_name', 'c.code'])
    .where('c.code', '=', normalizeAccessCode(typed))
    .where('projects.deleted_at', 'is', null)
    .where('projects.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!project) throw new Refusal('not_found', reason('unknown_access_code'))
  return project
}

/** Records the look-up, which entitles the caller to request access; it changes nothing else. */
async function recordLookup(ctx: UserCtx, { params }: Input<typeof api.lookUpAccessCode>) {
  const { tx, actor } = ctx
  const { id, name, team_name, code } = await getProjectByCode(tx, params.code)
  const { user_id } = actor
  await tx
    .insertInto('code_lookups')
    .values({ user_id, project_id: id, code, created_at: ctx.now().toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'project_id'])
        .doUpdateSet({ code: sql`excluded.code`, created_at: sql`excluded.created_at` }),
    )
    .execute()
  return {
    id,
    name,
    team_name,
    already_member: (await findProjectMember(tx, user_id, id)) !== null,
    pending_request: await findOwnPendingRequest(ctx, id),
  }
}

/** Rate limited, because the codes are short enough to be guessed otherwise. */
export const lookUpAccessCode: Handler<typeof api.lookUpAccessCode, void> = {
  prepare: async (ctx) => {
    await ctx.limit(`code:user:${ctx.actor.user_id}`, 10, 60)
    await ctx.limit(`code:ip:${ctx.http.network}`, 100, 3600)
  },
  handle: recordLookup,
}
