import type { TeamClosed } from '@plumbline/contract/event-causes'
import { recordAudit } from '../audit/record-audit.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import {
  listAcquaintances,
  listTeamMemberIds,
  listTeamNameReaders,
  lockUsers,
  publishTeamUpdated,
  removeFromTeam,
} from './team-members.ts'
import { lockTeam } from './update-team.ts'

/**
 * Locks what refers to the company and is locked before it by others: memberships for it and of its people, then its
 * projects, whose rows a new issue locks before it refers to the company of its creator.
 */
async function lockDependents(tx: Tx, teamId: string, people: string[]) {
  const projects = tx.selectFrom('projects').select('id').where('team_id', '=', teamId)
  await tx
    .selectFrom('project_members')
    .select('user_id')
    .where((eb) =>
      eb.or([
        eb('team_id', '=', teamId),
        eb.and([eb('user_id', 'in', people), eb('project_id', 'in', projects)]),
      ]),
    )
    .orderBy('project_id')
    .orderBy('user_id')
    .forUpdate()
    .execute()
  await projects.orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Closes a company: removes its members and cancels its invitations; the projects domain reacts to the event and moves
 * its projects to the trash. The caller has checked the permission.
 */
export async function closeTeam(ctx: UserCtx, teamId: string): Promise<void> {
  const { tx, actor } = ctx
  const at = ctx.now().toISOString()
  const team = await lockTeam(tx, teamId)
  // lock order: members, then the company's row, like every write that refers to both; the first lock keeps members from changing
  const people = await listTeamMemberIds(tx, teamId)
  await lockUsers(tx, people)
  await lockDependents(tx, teamId, people)
  // a full row lock, which waits for concurrent project creations: they hold a key-share lock
  await tx.selectFrom('teams').select('id').where('id', '=', teamId).forUpdate().execute()
  await tx.updateTable('teams').set({ deleted_at: at, picture_id: null }).where('id', '=', teamId).execute()
  removeStoredPicture(ctx, team.picture_id)
  const others = [...(await listTeamNameReaders(tx, teamId)), ...(await listAcquaintances(tx, people))]
  await tx
    .updateTable('team_invites')
    .set({ state: 'CANCELLED' })
    .where('team_id', '=', teamId)
    .where('state', '=', 'PENDING')
    .execute()
  const cause: TeamClosed = {
    kind: 'CLOSED',
    by: actor.user_id,
    by_name: `${actor.first_name} ${actor.last_name}`.trim(),
    at,
  }
  await publishTeamUpdated(ctx, teamId, { others, cause })
  await removeFromTeam(tx, teamId, people)
  await recordAudit(ctx, { team_id: teamId }, { kind: 'COMPANY_CLOSED' })
  await tx.updateTable('project_members').set({ team_id: null }).where('team_id', '=', teamId).execute()
}
