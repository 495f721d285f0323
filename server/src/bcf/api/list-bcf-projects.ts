import type { UserCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { getLevelsByProject } from '../../projects/project-roles.ts'
import { listProjectActions } from './authorization.ts'

const listProjectRows = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('projects')
    .where('id', 'in', ids)
    .select(['id', 'name', 'status'])
    .orderBy('name')
    .orderBy('id')
    .execute()

export async function listBcfProjects({ db, tx, actor }: UserCtx) {
  const levels = await getLevelsByProject(db, actor.user_id)
  const ids = [...levels.keys()].filter((id) => actor.only_project === null || actor.only_project === id)
  if (ids.length === 0) return []
  return (await listProjectRows(tx, ids)).map(({ id, name, status }) => {
    const permission_level = levels.get(id) ?? 'VIEWER'
    const who = { user_id: actor.user_id, permission_level, archived: status === 'ARCHIVED' }
    return { project_id: id, name, authorization: { project_actions: listProjectActions(who) } }
  })
}
