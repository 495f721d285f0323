import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { pending } from './invites.ts'

export const listMyTeamInvites = (ctx: UserCtx) =>
  pending(ctx.tx, ctx.now()).where(sql<string>`lower(i.email)`, '=', ctx.actor.email.toLowerCase()).execute()
