import { reason } from '@plumbline/contract/reasons'
import { listAuditTeams, recordAudit } from '../audit/record-audit.ts'
import { type AccountMailTexts, getMailRecipient, queueAccountMail } from '../auth/account-mails.ts'
import { endSessions } from '../auth/sessions.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockMemberships } from '../projects/project-roles.ts'
import { closeTeam } from '../teams/close-team.ts'
import { listAcquaintances, lockUsers, publishTeamUpdated, removeFromTeam } from '../teams/team-members.ts'
import { getUserAudience } from '../users/connected-users.ts'
import { listOwnIds } from '../users/merged-people.ts'
import { publishRemoved } from './project-members.ts'

/** The user's companies with their member counts, locked in id order; the lock admits foreign key checks, to avoid deadlocks. */
async function lockTeams(ctx: UserCtx) {
  const mine = ctx.tx
    .selectFrom('teams')
    .where('teams.deleted_at', 'is', null)
    .where('teams.id', 'in', (eb) =>
      eb.selectFrom('team_members').select('team_id').where('user_id', '=', ctx.actor.user_id),
    )
  await mine.select('id').orderBy('id').forNoKeyUpdate().execute()
  return mine
    .innerJoin('team_members as m', 'm.team_id', 'teams.id')
    .select(['teams.id', 'teams.name', 'm.role'])
    .select((eb) =>
      eb
        .selectFrom('team_members as o')
        .select((s) => s.fn.countAll<number>().as('count'))
        .whereRef('o.team_id', '=', 'teams.id')
        .as('members'),
    )
    .where('m.user_id', '=', ctx.actor.user_id)
    .orderBy('teams.name')
    .execute()
}

async function leaveTeams(ctx: UserCtx) {
  const { user_id } = ctx.actor
  const companies = await lockTeams(ctx)
  await lockUsers(ctx.tx, [user_id])
  await lockMemberships(ctx.tx, { user_ids: [user_id] })
  for (const table of ['project_invites', 'team_invites'] as const)
    await ctx.tx
      .selectFrom(table)
      .select('id')
      .where('invited_by', '=', user_id)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  const blocking = companies.filter(({ role, members }) => role === 'OWNER' && (members ?? 0) > 1)
  if (blocking.length > 0) {
    const names = blocking.map(({ name }) => name).join(', ')
    throw new Refusal('wrong_state', reason('owner_of_companies', { names }))
  }
  for (const { id, role } of companies) {
    if (role === 'OWNER') await closeTeam(ctx, id)
    else {
      const others = await listAcquaintances(ctx.tx, [user_id])
      await removeFromTeam(ctx.tx, id, [user_id])
      await publishTeamUpdated(ctx, id, { others, cause: { kind: 'LEFT', user_id, by: user_id } })
    }
  }
}

/** Ends the remaining project memberships and deletes access requests. */
async function leaveProjects(ctx: UserCtx) {
  const { user_id } = ctx.actor
  const memberships = await ctx.tx
    .deleteFrom('project_members')
    .where('user_id', '=', user_id)
    .returning('project_id')
    .execute()
  for (const { project_id } of memberships)
    await publishRemoved(ctx, project_id, { user_id, by: user_id, reassign_to: null })
  const requests = await ctx.tx
    .deleteFrom('access_requests')
    .where('user_id', '=', user_id)
    .returning('project_id')
    .execute()
  for (const project_id of new Set(requests.map((row) => row.project_id)))
    await ctx.tell('access.updated', { project_id, data: {}, audience: { level: 'ADMIN' } })
}

/**
 * Deletes the actor's account and the accounts merged into it: authored content stays anonymously, and companies with no
 * other member are closed. Refused while they own a company with other members.
 */
export async function eraseAccount(ctx: UserCtx): Promise<void> {
  const { user_id } = ctx.actor
  const reader = await getMailRecipient(ctx, user_id)
  const audience = await getUserAudience(ctx.tx, user_id)
  const team_ids = await listAuditTeams(ctx.tx, user_id)
  await leaveTeams(ctx)
  await leaveProjects(ctx)
  await ctx.tell('user.updated', {
    project_id: null,
    data: { user_id },
    audience,
    cause: { kind: 'DELETED' },
  })
  await endSessions(ctx, user_id)
  await recordAudit(ctx, { team_ids }, { kind: ctx.by_operator ? 'ACCOUNT_REMOVED' : 'ACCOUNT_DELETED' })
  const own = await listOwnIds(ctx.tx, user_id)
  const deleted = await ctx.tx
    .deleteFrom('users')
    .where('id', 'in', own)
    .returning(['email', 'picture_id'])
    .execute()
  for (const { email, picture_id } of deleted) {
    removeStoredPicture(ctx, picture_id)
    await ctx.tx.deleteFrom('mail_codes').where('email', '=', email).execute()
    await ctx.tx.deleteFrom('mails').where('recipient', '=', email).execute()
  }
  const choose = (texts: AccountMailTexts) => (ctx.by_operator ? texts.removedByOperator : texts.goodbye)
  await queueAccountMail(ctx, reader, choose, '/welcome')
}
