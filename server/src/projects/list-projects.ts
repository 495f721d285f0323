import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { selectVisibleProjects, type VisibleProject } from './visible-projects.ts'

interface ListValues {
  user_id: string
  /** null: all */
  only_project: string | null
}

const readProjects = prepareQuery<ListValues, VisibleProject>((db, parameter) => {
  const only = sql`${parameter('only_project')}::uuid`
  return selectVisibleProjects(db, sql`${parameter('user_id')}::uuid`)
    .where(sql<boolean>`(${only} is null or projects.id = ${only})`)
    .orderBy('last_activity_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(1000)
})

/** Projects of all companies, by latest activity. */
export const listProjects = ({ tx, actor: { user_id, only_project } }: UserCtx) =>
  readProjects(tx, { user_id, only_project })
