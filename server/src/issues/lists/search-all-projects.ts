import type * as api from '@plumbline/contract/issues/search'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../../context.ts'
import { buildIssueVisibility } from '../../projects/issue-visibility.ts'
import { isProjectAdmin, isScopedInProject, selectVisibleProjects } from '../../projects/visible-projects.ts'
import { buildLikePattern, buildWordsQuery, hasWords, parseIssueNumber } from './search-issue-numbers.ts'

const DEFAULT_LIMIT = 8

/** The caller's projects with what decides which of their issues the caller sees. */
const withProjects = ({ tx, actor: { user_id, only_project } }: UserCtx) =>
  tx.with('mine', () =>
    selectVisibleProjects(tx, user_id)
      .clearSelect()
      .select(['projects.id', 'projects.name', 'me.team_id'])
      .select([isProjectAdmin.as('is_admin'), isScopedInProject.as('is_scoped')])
      .$if(only_project !== null, (query) => query.where('projects.id', '=', only_project)),
  )

function searchIssues(ctx: UserCtx, text: string, limit: number) {
  const number = parseIssueNumber(text)
  const words = buildWordsQuery(text)
  if (!number && !words) return Promise.resolve([])
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
      .where(
        number
          ? sql<boolean>`issues.number = ${Number(number)}`
          : sql<boolean>`issues.id in (select w.issue_id from mine m join issue_words w on w.project_id = m.id
              and ${hasWords('w', sql`m.id`, words ?? '')})`,
      )
      .select(['issues.id', 'issues.project_id', 'mine.name as project_name', 'issues.number', 'issues.name'])
      .select('issues.status')
      .orderBy('issues.updated_at', 'desc')
      .orderBy('issues.id')
      .limit(limit)
      .execute()
  )
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
