import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { selectPendingTeamInvites } from './team-invites.ts'

export const listMyTeamInvites = (ctx: UserCtx) =>
  selectPendingTeamInvites(ctx.tx, ctx.now())
    .where(sql<string>`lower(i.email)`, '=', ctx.actor.email.toLowerCase())
    .execute()
