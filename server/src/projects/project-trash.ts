import type { TeamClosed } from '@plumbline/contract/event-causes'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import { getProjectAudience } from './project-audience.ts'

/** Trashed projects are hidden at once and can be restored by their administrators for 30 days. */

export const PROJECT_TRASH_MS = 30 * 24 * 3600 * 1000

/** Projects deleted before this instant can no longer be restored. */
export const computeProjectTrashLimit = (now: Date) =>
  new Date(now.getTime() - PROJECT_TRASH_MS).toISOString()

/** Returns false if the project is in the trash already. */
export async function moveProjectToTrash(
  tx: Tx,
  tell: Tell,
  projectId: string,
  { by, by_name, at }: Omit<TeamClosed, 'kind'>,
): Promise<boolean> {
  const audience = await getProjectAudience(tx, projectId)
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ deleted_at: at, deleted_by_name: by_name })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordAudit(
    { tx, now: () => new Date(at) },
    { project_id: projectId },
    { kind: 'PROJECT_DELETED', by },
  )
  await tell('project.deleted', { project_id: projectId, data: {}, audience, cause: { kind: 'DELETED', by } })
  return true
}

export async function getProjectTeamId(tx: Tx, projectId: string): Promise<string> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return team_id
}

/**
 * Moves the projects of a closed company to the trash, and makes the company's administrators explicit project
 * administrators, so that they can restore them.
 */
export const trashProjectsOfClosedTeam: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated' || event.cause.kind !== 'CLOSED') return
  const { team_id } = event.data
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'deleted_at'])
    .where('team_id', '=', team_id)
    .execute()
  for (const { id, deleted_at } of projects) {
    if (deleted_at === null) await moveProjectToTrash(tx, tell, id, event.cause)
    await tx
      .insertInto('project_members')
      .columns(['project_id', 'user_id', 'role', 'permission_level'])
      .expression((eb) =>
        eb
          .selectFrom('team_members')
          .select((s) => [s.val(id).as('project_id'), 'user_id', s.val('OTHER').as('role')])
          .select((s) => s.val('ADMIN').as('permission_level'))
          .where('team_id', '=', team_id)
          .where('role', 'in', ['OWNER', 'ADMIN']),
      )
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'user_id']).doUpdateSet({ permission_level: 'ADMIN' }),
      )
      .execute()
  }
}
