import type * as api from '@plumbline/contract/projects/projects'
import { maxListedProjects } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { selectVisibleProjects, type VisibleProject } from './visible-projects.ts'

interface ListValues {
  user_id: string
  /** null: all */
  only_project: string | null
  /** a part of name, code, company or address, in lower case */
  words: string
}

const readProjects = prepareQuery<ListValues, VisibleProject>((db, parameter) => {
  const only = sql`${parameter('only_project')}::uuid`
  return selectVisibleProjects(db, sql`${parameter('user_id')}::uuid`)
    .where(sql<boolean>`(${only} is null or projects.id = ${only})`)
    .where(
      sql<boolean>`position(${parameter('words')} in
        lower(concat_ws(' ', projects.name, projects.code, teams.name, projects.address))) > 0`,
    )
    .orderBy('last_activity_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(maxListedProjects)
})

/** Projects of all companies, by latest activity. */
export const listProjects = (
  { tx, actor: { user_id, only_project } }: UserCtx,
  { query: { q = '' } }: Input<typeof api.listProjects>,
) => readProjects(tx, { user_id, only_project, words: q.trim().toLowerCase() })
