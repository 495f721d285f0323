import type * as api from '@plumbline/contract/auth/auth'
import { sql } from 'kysely'
import type { Input, PublicCtx } from '../context.ts'
import { getCodeEmail, hashCode } from './mail-codes.ts'

/** The invitation of a code; null for codes of other mails, and once the project or company is deleted. */
async function getCodeInvitation({ tx, now }: PublicCtx, code: string): Promise<api.CodeInvitation | null> {
  const at = now().toISOString()
  const found = await tx
    .selectFrom('mail_codes as code')
    .leftJoin('project_invites as p', 'p.id', 'code.project_invite_id')
    .leftJoin('projects', (join) =>
      join.onRef('projects.id', '=', 'p.project_id').on('projects.deleted_at', 'is', null),
    )
    .leftJoin('team_invites as t', 't.id', 'code.team_invite_id')
    .innerJoin('teams', (join) =>
      join
        .on(sql<boolean>`teams.id = coalesce(projects.team_id, t.team_id)`)
        .on('teams.deleted_at', 'is', null),
    )
    .leftJoin('users as inviter', (join) =>
      join.on(sql<boolean>`inviter.id = coalesce(p.invited_by, t.invited_by)`),
    )
    .select(['projects.id as project_id', 'teams.id as team_id'])
    .select([
      sql<string>`coalesce(p.id, t.id)`.as('id'),
      sql<string>`coalesce(projects.name, teams.name)`.as('name'),
      sql<string>`trim(coalesce(inviter.first_name || ' ' || inviter.last_name, ''))`.as('invited_by'),
      sql<boolean>`coalesce(p.state, t.state) = 'PENDING' and coalesce(p.expires_at, t.expires_at) > ${at}`.as(
        'is_pending',
      ),
    ])
    .where('code.code_hash', '=', hashCode(code))
    .where('code.purpose', '=', 'INVITE')
    .executeTakeFirst()
  return found ?? null
}

export async function checkSignupCode(ctx: PublicCtx, { query }: Input<typeof api.checkSignupCode>) {
  const email = await getCodeEmail(ctx, 'SIGNUP', query.code)
  const account = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return {
    email,
    has_account: account !== undefined,
    invitation: await getCodeInvitation(ctx, query.code),
  }
}
