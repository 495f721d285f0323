import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment, LogEntry } from '@plumbline/contract/issues/timeline'
import { levelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { commentColumns } from './comments.ts'
import type { EntryData } from './log.ts'
import { findIssue, seenBy, seenInTrashTooBy } from './visible.ts'

/** The log as people read it: with the comments as they are now, and without what one may not see. */

const PAGE = 50

type Row = Selectable<Tables['issue_log']>

/** Entries of the project that this member may see, by the issue and by the one at the other end of a relation. */
function readable({ tx, member }: ProjectCtx) {
  const inTrashToo = levelAtLeast(member.permission_level, 'EDITOR')
  const seen = inTrashToo ? seenInTrashTooBy(member) : seenBy(member)
  return tx
    .selectFrom('issue_log as l')
    .innerJoin('issues', 'issues.id', 'l.issue_id')
    .where('l.project_id', '=', member.project_id)
    .where(seen)
    .where(
      sql<boolean>`(l.kind not in ('RELATED', 'UNRELATED') or exists (
        select from issues
        where issues.id = (l.data->>'other_id')::uuid and ${seenBy(member)}))`,
    )
    .orderBy('l.seq', 'desc')
    .selectAll('l')
}

/** Comments that a page of entries says were written, as they are now. */
async function commentsOf(tx: Tx, rows: Row[]): Promise<Map<string, Comment>> {
  const ids = rows
    .filter(({ kind }) => kind === 'COMMENTED')
    .map(({ data }) => (data as EntryData).comment_id)
  if (ids.length === 0) return new Map()
  const comments = await tx
    .selectFrom('issue_comments')
    .select(commentColumns)
    .where('id', 'in', ids as string[])
    .execute()
  return new Map(comments.map((comment) => [comment.id, comment]))
}

/** Names of the issues at the other end of relations. */
async function othersOf(tx: Tx, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ data }) => (data as EntryData).other_id ?? [])
  if (ids.length === 0) return new Map()
  const issues = await tx
    .selectFrom('issues')
    .select(['id', 'number', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(issues.map(({ id, number, name }) => [id, `#${number} ${name}`]))
}

/** Those of these people who still have an account. */
async function knownPeople(tx: Tx, rows: Row[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap((row) => row.by_user_id ?? []))]
  if (ids.length === 0) return new Set()
  const people = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Set(people.map(({ id }) => id))
}

async function entriesOf<T extends Row>(tx: Tx, rows: T[]): Promise<(T & LogEntry)[]> {
  const [comments, others, people] = [
    await commentsOf(tx, rows),
    await othersOf(tx, rows),
    await knownPeople(tx, rows),
  ]
  return rows.map((row) => {
    const { changes, subject, comment_id = '', other_id } = row.data as EntryData
    const by = row.by_user_id !== null && people.has(row.by_user_id) ? row.by_user_id : null
    return {
      ...row,
      by,
      bulk_id: row.bulk_id ?? undefined,
      changes: row.kind === 'CHANGED' ? changes : undefined,
      comment: row.kind === 'COMMENTED' ? comments.get(comment_id) : undefined,
      subject: other_id ? others.get(other_id) : subject,
    } as T & LogEntry
  })
}

/** The page that was asked for, and from where the one before it begins. */
function cut<T extends { seq: number }>(rows: T[], limit: number): { page: T[]; before: number | null } {
  const page = rows.slice(0, limit)
  return { page, before: rows.length > limit ? (page.at(-1)?.seq ?? null) : null }
}

export async function timeline(ctx: ProjectCtx, { params, query }: Input<typeof api.listTimeline>) {
  const issue = await findIssue(ctx, params.issueId)
  const limit = query.limit ?? PAGE
  const rows = await readable(ctx)
    .where('l.issue_id', '=', issue.id)
    .$if(query.before !== undefined, (entries) => entries.where('l.seq', '<', query.before ?? 0))
    .limit(limit + 1)
    .execute()
  const { page, before } = cut(rows, limit)
  return { items: await entriesOf(ctx.tx, page.reverse()), before }
}

/** The beginning of a day by the project's own calendar. */
const startOf = (day: string, after: '0 days' | '1 day', projectId: string) =>
  sql<string>`((${day}::date + ${after}::interval)::timestamp at time zone
    (select p.timezone from projects p where p.id = ${projectId}))`

export async function projectLog(ctx: ProjectCtx, { query }: Input<typeof api.listLog>) {
  const { by, kind, from, to, before: below } = query
  const { project_id } = ctx.member
  const limit = query.limit ?? PAGE
  let rows = readable(ctx).select(['issues.number as issue_number', 'issues.name as issue_name'])
  if (below !== undefined) rows = rows.where('l.seq', '<', below)
  if (by) rows = rows.where('l.by_user_id', '=', by)
  if (kind) rows = rows.where('l.kind', '=', kind)
  if (from) rows = rows.where('l.at', '>=', startOf(from, '0 days', project_id))
  if (to) rows = rows.where('l.at', '<', startOf(to, '1 day', project_id))
  const { page, before } = cut(await rows.limit(limit + 1).execute(), limit)
  return { items: await entriesOf(ctx.tx, page), before }
}
