import type * as api from '@plumbline/contract/projects/projects'
import { maxListedProjects } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { countOpenIssues, listProjectsInMemory } from './count-open-issues.ts'
import { type ProjectRow, selectVisibleProjects } from './visible-projects.ts'

interface ListValues {
  user_id: string
  /** null: all */
  only_project: string | null
  /** a part of name, code, company or address, in lower case */
  words: string
  in_memory: string[]
}

const readProjects = prepareQuery<ListValues, ProjectRow>((db, parameter) => {
  const only = sql`${parameter('only_project')}::uuid`
  return selectVisibleProjects(db, sql`${parameter('user_id')}::uuid`, sql`${parameter('in_memory')}::uuid[]`)
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
export async function listProjects(ctx: UserCtx, { query: { q = '' } }: Input<typeof api.listProjects>) {
  const { user_id, only_project } = ctx.actor
  const words = q.trim().toLowerCase()
  const in_memory = listProjectsInMemory(ctx)
  const rows = await readProjects(ctx.tx, { user_id, only_project, words, in_memory })
  return Promise.all(rows.map((row) => countOpenIssues(ctx, row)))
}
