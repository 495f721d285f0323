import type * as api from '@plumbline/contract/issues/search'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../../context.ts'
import { buildIssueVisibility } from '../../projects/issue-visibility.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { isProjectAdmin, isScopedInProject, selectVisibleProjects } from '../../projects/visible-projects.ts'
import { filterIssues } from './filter-issues.ts'
import { findLargest } from './find-largest.ts'
import { listLargeCachedProjects } from './issue-cache.ts'
import { buildLikePattern, buildWordsQuery, hasWords, parseIssueNumber } from './search-issue-numbers.ts'

const DEFAULT_LIMIT = 8

/** The caller's projects with the values that decide which issues the caller sees. */
const withProjects = ({ tx, actor: { user_id, only_project } }: UserCtx) =>
  tx.with('mine', () =>
    selectVisibleProjects(tx, user_id)
      .clearSelect()
      .select(['projects.id', 'projects.name', 'me.team_id'])
      .select([isProjectAdmin.as('is_admin'), isScopedInProject.as('is_scoped')])
      .$if(only_project !== null, (query) => query.where('projects.id', '=', only_project)),
  )

/** projects with more issues are sorted in memory if loaded */
const MANY_ISSUES = 10_000

/** Large projects of the caller that are loaded: a frequent word has too many matches there for the database to sort. */
async function listLoadedProjects(ctx: UserCtx, text: string): Promise<string[]> {
  // a list also searches for punctuation and numbers
  if (!/^[\p{L}\p{N}\s]*\p{L}[\p{L}\p{N}\s]*$/u.test(text)) return []
  const large = listLargeCachedProjects(ctx.db, MANY_ISSUES)
  if (large.length === 0) return []
  const rows = await withProjects(ctx).selectFrom('mine').select('id').where('id', 'in', large).execute()
  return rows.map(({ id }) => id)
}

function selectIssues(ctx: UserCtx, limit: number) {
  return (
    withProjects(ctx)
      .selectFrom('mine')
      .innerJoin('issues', 'issues.project_id', 'mine.id')
      // past visible.ts: a member of many projects at once
      .where(
        buildIssueVisibility({
          user_id: ctx.actor.user_id,
          team_id: sql`mine.team_id`,
          is_admin: sql`mine.is_admin`,
          is_scoped: sql`mine.is_scoped`,
        }),
      )
      .select(['issues.id', 'issues.project_id', 'mine.name as project_name', 'issues.number', 'issues.name'])
      .select(['issues.status', sql<string>`issues.updated_at::text`.as('changed')])
      .orderBy('issues.updated_at', 'desc')
      .orderBy('issues.id')
      .limit(limit)
  )
}

/** The most recently changed matches in a loaded project, including all changed in the same millisecond as the last of them. */
async function searchLoadedProject(ctx: UserCtx, projectId: string, text: string, limit: number) {
  const member = await findProjectMember(ctx.tx, ctx.actor.user_id, projectId)
  if (!member) return []
  const { columns, mask } = await filterIssues({ db: ctx.db, member, now: ctx.now }, { q: text })
  const { updated } = columns.times
  const newest = findLargest(updated, mask, limit)
  const numbers: number[] = []
  const least = newest.at(-1)
  if (least === undefined) return []
  for (let number = 1; number < mask.length; number++)
    if (mask[number] === 1 && (updated[number] as number) >= least) numbers.push(number)
  return selectIssues(ctx, limit)
    .where('issues.project_id', '=', projectId)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .execute()
}

async function searchIssues(ctx: UserCtx, text: string, limit: number) {
  const number = parseIssueNumber(text)
  const words = buildWordsQuery(text)
  if (!number && !words) return []
  const loaded = number ? [] : await listLoadedProjects(ctx, text)
  const found = await selectIssues(ctx, limit)
    .where('mine.id', '!=', sql<string>`all (${loaded}::uuid[])`)
    .where(
      number
        ? sql<boolean>`issues.number = ${Number(number)}`
        : sql<boolean>`issues.id in (select w.issue_id from mine m join issue_words w on w.project_id = m.id
            and m.id <> all (${loaded}::uuid[]) and ${hasWords('w', sql`m.id`, words ?? '')})`,
    )
    .execute()
  for (const projectId of loaded) found.push(...(await searchLoadedProject(ctx, projectId, text, limit)))
  return found
    .sort((a, b) => (a.changed > b.changed ? -1 : a.changed < b.changed ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

function searchFiles(ctx: UserCtx, text: string, limit: number) {
  const words = text.split(/\s+/)
  return words
    .reduce(
      (query, word) => query.where('f.name', 'ilike', buildLikePattern(word)),
      withProjects(ctx)
        .selectFrom('mine')
        .innerJoin('bim_file_headers as f', 'f.project_id', 'mine.id')
        .where('f.deleted_at', 'is', null),
    )
    .select(['f.id', 'f.project_id', 'mine.name as project_name', 'f.name', 'f.type_of'])
    .orderBy('f.name')
    .orderBy('f.id')
    .limit(limit)
    .execute()
}

export async function searchAllProjects(ctx: UserCtx, { query }: Input<typeof api.searchAllProjects>) {
  const { limit = DEFAULT_LIMIT } = query
  const text = query.q.replaceAll('\0', ' ').trim()
  return { issues: await searchIssues(ctx, text, limit), files: await searchFiles(ctx, text, limit) }
}
