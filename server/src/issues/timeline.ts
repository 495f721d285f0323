import type { Comment, LogEntry } from '@plumbline/contract/issues/timeline'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { commentColumns } from './comments.ts'
import type { EntryData } from './log.ts'
import { seenBy, seenInTrashTooBy } from './visible.ts'

/** The log as people read it: with the comments as they are now, and without what one may not see. */

export const PAGE = 50

type Row = Selectable<Tables['issue_log']>

/** Entries of the project that this member may see, by the issue and by the one at the other end of a relation. */
export function readable({ tx, member }: ProjectCtx) {
  const inTrashToo = isLevelAtLeast(member.permission_level, 'EDITOR')
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

export async function entriesOf<T extends Row>(tx: Tx, rows: T[]): Promise<(T & LogEntry)[]> {
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
export function cut<T extends { seq: number }>(
  rows: T[],
  limit: number,
): { page: T[]; before: number | null } {
  const page = rows.slice(0, limit)
  return { page, before: rows.length > limit ? (page.at(-1)?.seq ?? null) : null }
}
