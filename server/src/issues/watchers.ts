import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { filterMembers } from '../projects/project-roles.ts'

/** The users who are in the project, without duplicates, in the given order. */
export async function filterProjectMembers(ctx: ProjectCtx, ids: string[]): Promise<string[]> {
  const people = new Set(await filterMembers(ctx.tx, ctx.member.project_id, ids))
  return [...new Set(ids)].filter((id) => people.has(id))
}

/** Adds watchers; returns the users who did not watch before. */
export async function addWatchers(tx: Tx, issue_id: string, ids: string[]): Promise<string[]> {
  const rows = [...new Set(ids)].sort().map((user_id) => ({ issue_id, user_id }))
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('issue_watchers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return added.map((row) => row.user_id)
}

export async function listWatchers(tx: Tx, issueId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issueId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Replaces the watchers; ids of users outside the project are ignored. */
export async function setWatchers(ctx: ProjectCtx, issueId: string, ids: string[]): Promise<string[]> {
  const watchers = await filterProjectMembers(ctx, ids)
  await ctx.tx
    .deleteFrom('issue_watchers')
    .where('issue_id', '=', issueId)
    .$if(watchers.length > 0, (rows) => rows.where('user_id', 'not in', watchers))
    .execute()
  await addWatchers(ctx.tx, issueId, watchers)
  return watchers.sort()
}
