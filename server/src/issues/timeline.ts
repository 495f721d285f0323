import type { Comment, LogEntry } from '@plumbline/contract/issues/timeline'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { commentColumns } from './comments.ts'
import type { EntryData } from './log.ts'
import { isVisibleInTrashTo, isVisibleTo } from './visible.ts'

export const TIMELINE_PAGE_SIZE = 50

type Row = Selectable<Tables['issue_log']>

/** Log entries that the member may see, newest first; those about relations only if both issues are visible. */
export function selectVisibleEntries({ tx, member }: ProjectCtx) {
  const inTrashToo = isLevelAtLeast(member.permission_level, 'EDITOR')
  const seen = inTrashToo ? isVisibleInTrashTo(member) : isVisibleTo(member)
  return tx
    .selectFrom('issue_log as l')
    .innerJoin('issues', 'issues.id', 'l.issue_id')
    .where('l.project_id', '=', member.project_id)
    .where(seen)
    .where(
      sql<boolean>`(l.kind not in ('RELATED', 'UNRELATED') or exists (
        select from issues
        where issues.id = (l.data->>'other_id')::uuid and ${isVisibleTo(member)}))`,
    )
    .orderBy('l.seq', 'desc')
    .selectAll('l')
}

/** The current comments of the COMMENTED entries, by id. */
async function readComments(tx: Tx, rows: Row[]): Promise<Map<string, Comment>> {
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

/** Number and name of related issues, by id. */
async function readRelatedIssueNames(tx: Tx, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ data }) => (data as EntryData).other_id ?? [])
  if (ids.length === 0) return new Map()
  // past visible.ts: `selectVisibleEntries` checked both issues of a relation
  const issues = await tx
    .selectFrom('issues')
    .select(['id', 'number', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(issues.map(({ id, number, name }) => [id, `#${number} ${name}`]))
}

/** The entries' authors who still have an account. */
async function findExistingUsers(tx: Tx, rows: Row[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap((row) => row.by_user_id ?? []))]
  if (ids.length === 0) return new Set()
  const people = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Set(people.map(({ id }) => id))
}

/** Log entries as the API replies them: with current comments, and without names of deleted users. */
export async function buildLogEntries<T extends Row>(tx: Tx, rows: T[]): Promise<(T & LogEntry)[]> {
  const [comments, others, people] = [
    await readComments(tx, rows),
    await readRelatedIssueNames(tx, rows),
    await findExistingUsers(tx, rows),
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

/** Cuts `limit` + 1 rows to a page; `before` is the cursor of the next older page, null at the end. */
export function cutPage<T extends { seq: number }>(
  rows: T[],
  limit: number,
): { page: T[]; before: number | null } {
  const page = rows.slice(0, limit)
  return { page, before: rows.length > limit ? (page.at(-1)?.seq ?? null) : null }
}
