import type { UserCtx } from '../context.ts'
import { findOpenIssueCounter } from './open-issue-counts.ts'
import { findProjectMember } from './project-roles.ts'
import type { ProjectRow, VisibleProject } from './visible-projects.ts'

/** The projects whose open issues are counted from the cache instead of by the query of projects. Not for use in a write. */
export const listProjectsInMemory = ({ db }: UserCtx): string[] =>
  findOpenIssueCounter(db)?.listLargeProjects() ?? []

async function countInMemory({ tx, db, now, actor }: UserCtx, projectId: string): Promise<number> {
  const member = await findProjectMember(tx, actor.user_id, projectId)
  return (member && (await findOpenIssueCounter(db)?.countInProject({ db, now, member }))) ?? 0
}

/** Counts the open issues of a project if its query left them out. */
export const countOpenIssues = async (ctx: UserCtx, row: ProjectRow): Promise<VisibleProject> => ({
  ...row,
  open_issues: row.open_issues ?? (await countInMemory(ctx, row.id)),
})
