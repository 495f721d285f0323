import type { Comment, LogEntry } from '@plumbline/contract/issues/timeline'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { parseTimestamp, type Tx } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import type { Tables } from '../db/tables.ts'
import {
  buildIssueViewer,
  buildIssueVisibility,
  buildPreparedViewer,
  buildVisibilityWithTrash,
  type IssueViewer,
  type ViewerValues,
} from '../projects/issue-visibility.ts'
import { selectKeptId } from '../users/merged-people.ts'
import { commentColumns } from './comments.ts'
import type { EntryData } from './log.ts'
import { MAX_PAGE_CHARACTERS } from './part-sizes.ts'

export const TIMELINE_PAGE_SIZE = 50

interface EntryViewer {
  viewer: IssueViewer
  project_id: string | RawBuilder<string>
  /** whether entries of deleted issues are among them */
  inTrashToo: boolean
}

/** Log entries visible to the viewer, newest first; entries about relations only if both issues are visible. */
function selectEntries(tx: Tx, { viewer, project_id, inTrashToo }: EntryViewer) {
  const isVisible = buildIssueVisibility(viewer)
  return tx
    .selectFrom('issue_log as l')
    .innerJoin('issues', 'issues.id', 'l.issue_id')
    .where('l.project_id', '=', project_id)
    .where(inTrashToo ? buildVisibilityWithTrash(viewer) : isVisible)
    .where(
      sql<boolean>`(l.kind not in ('RELATED', 'UNRELATED') or exists (
        select from issues
        where issues.id = (l.data->>'other_id')::uuid and ${isVisible}))`,
    )
    .orderBy('l.seq', 'desc')
    .selectAll('l')
}

/** Log entries that the member may see, newest first. */
export const selectVisibleEntries = ({ tx, member }: ProjectCtx) =>
  selectEntries(tx, {
    viewer: buildIssueViewer(member),
    project_id: member.project_id,
    inTrashToo: isLevelAtLeast(member.permission_level, 'EDITOR'),
  })

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL on entries `l`: maps ids of merged accounts in the changes to the accounts that replaced them. */
const mergedInChanges = sql<Record<string, string> | null>`case when l.kind = 'CHANGED' then (
  select json_object_agg(u.id, u.merged_into) from jsonb_array_elements(l.data->'changes') c
  cross join lateral (values (c->>'from'), (c->>'to')) v (id)
  join users u on u.merged_into is not null and u.id = case when v.id ~ ${UUID} then v.id::uuid end) end`

/** SQL: the kinds of entries that are about a comment */
const COMMENTS = sql`('COMMENTED', 'COMMENT_EDITED', 'COMMENT_DELETED')`

/** SQL on entries `l`: the author if the account still exists, the current comment, and the related issue. */
// past visible.ts: `selectEntries` checked both issues of a relation
export const entryParts = [
  selectKeptId('l.by_user_id').as('by'),
  mergedInChanges.as('merged'),
  sql<Comment | null>`case when l.kind in ${COMMENTS} then (select row_to_json(c) from (
    select ${sql.join(commentColumns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)))}
    from issue_comments where id = (l.data->>'comment_id')::uuid) c) end`.as('comment'),
  sql<string | null>`(select '#' || o.number || ' ' || o.name from issues o
    where o.id = (l.data->>'other_id')::uuid)`.as('other'),
] as const

/** SQL on entries `l`: the characters of an entry; a comment of a BCF file may have a million. */
export const entrySize = sql<number>`(length(l.data::text) + coalesce(case when l.kind in ${COMMENTS}
  then (select octet_length(text) from issue_comments where id = (l.data->>'comment_id')::uuid) end, 0))::float8`

/**
 * The entries of a page with their parts, newest first: of the given rows, which are in this order, the first ones that fit in
 * memory, at least one. `found` is the number of the given rows.
 */
export function selectFittingEntries<DB, O extends Selectable<Tables['issue_log']>>(
  tx: Tx,
  rows: SelectQueryBuilder<DB, never, O>,
) {
  const sized = sql<O & { size: number }>`select l.*, ${entrySize} as size from (${rows}) l`
  const summed = sql<O & { size: number; total: number; found: number }>`
    select l.*, sum(size) over (order by seq desc) as total, (count(*) over ())::int as found from (${sized}) l`
  return tx
    .selectFrom(sql<O & { size: number; total: number; found: number }>`(${summed})`.as('l'))
    .selectAll('l')
    .select(entryParts)
    .where(sql<boolean>`(l.total = l.size or l.total <= ${sql.lit(MAX_PAGE_CHARACTERS)})`)
    .orderBy(sql`l.seq`, 'desc')
}

type EntryRow = Selectable<Tables['issue_log']> & {
  by: string | null
  merged: Record<string, string> | null
  comment: Comment | null
  other: string | null
}

const parseOptional = (text: string | null) => (text === null ? null : parseTimestamp(text))

const parseComment = (comment: Comment): Comment => ({
  ...comment,
  created_at: parseTimestamp(comment.created_at),
  edited_at: parseOptional(comment.edited_at),
  deleted_at: parseOptional(comment.deleted_at),
})

/** Replaces merged accounts with the accounts that replaced them. */
const resolvePeople = (changes: EntryData['changes'], merged: EntryRow['merged']) =>
  merged
    ? changes?.map(({ field, from, to }) => ({
        field,
        from: merged[String(from)] ?? from,
        to: merged[String(to)] ?? to,
      }))
    : changes

/** Log entries as the API replies them: with current comments, and without names of deleted users. */
export const buildLogEntries = <T extends EntryRow>(rows: T[]): (T & LogEntry)[] =>
  rows.map((row) => {
    const { changes, followed, subject, other_id } = row.data as EntryData
    const comment = row.comment ? parseComment(row.comment) : undefined
    return {
      ...row,
      comment: undefined,
      bulk_id: row.bulk_id ?? undefined,
      changes: row.kind === 'CHANGED' ? resolvePeople(changes, row.merged) : undefined,
      followed: row.kind === 'FOLLOWED' ? followed : undefined,
      [row.kind === 'COMMENTED' ? 'comment' : 'current_comment']: comment,
      subject: other_id ? (row.other ?? undefined) : subject,
    } as T & LogEntry
  })

interface TimelineValues extends ViewerValues {
  project_id: string
  issue_id: string
  /** a sequence number; null: the newest */
  before: number | null
  limit: number
}

/** The newest entries of a visible issue before a sequence number; none for an issue that the member cannot see. */
export const readTimeline = prepareQuery<TimelineValues, EntryRow & { found: number }>((db, parameter) => {
  const before = sql`${parameter('before')}::bigint`
  const rows = selectEntries(db, {
    viewer: buildPreparedViewer(parameter),
    project_id: parameter('project_id'),
    inTrashToo: false,
  })
    .where('l.issue_id', '=', parameter('issue_id'))
    .where(sql<boolean>`(${before} is null or l.seq < ${before})`)
    .limit(sql<number>`${parameter('limit')}::int`)
  return selectFittingEntries(db, rows)
})

/** Cuts `limit` + 1 rows to a page; `before` is the cursor of the next older page, null at the end. */
export function cutPage<T extends { seq: number; found?: number }>(
  rows: T[],
  limit: number,
): { page: T[]; before: number | null } {
  const page = rows.slice(0, limit)
  const found = rows[0]?.found ?? rows.length
  return { page, before: found > page.length ? (page.at(-1)?.seq ?? null) : null }
}
