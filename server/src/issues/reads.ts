import type { listIssues, listPins } from '@plumbline/contract/issue-lists'
import type { Issue } from '@plumbline/contract/issues'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { findIssue, visibleIssues } from './visible.ts'

type Query = Input<typeof listIssues>['query']

/** `%` and `_` of a search text are characters, not patterns. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function filtered(ctx: ProjectCtx, query: Query) {
  let rows = visibleIssues(ctx.tx, ctx.member)
  const number = /^#?(\d{1,9})$/.exec(query.q?.trim() ?? '')?.[1]
  if (number) rows = rows.where('issues.number', '=', Number(number))
  else if (query.q) {
    const text = containing(query.q.trim())
    rows = rows.where((eb) =>
      eb.or([eb('issues.name', 'ilike', text), eb('issues.description', 'ilike', text)]),
    )
  }
  for (const field of ['status', 'priority', 'type', 'trade'] as const) {
    const values = query[field]
    if (values) rows = rows.where(`issues.${field}`, 'in', values as never)
  }
  if (query.assignee_id) rows = rows.where('issues.assignee_id', '=', query.assignee_id)
  if (query.level_id) rows = rows.where('issues.level_id', '=', query.level_id)
  return rows
}

/** A page's end as text: the sort value and the id of its last row. */
const cursor = (value: string | number, id: string) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

function readCursor(text: string): [string | number, string] {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (Array.isArray(value) && value.length === 2) return value as [string | number, string]
  } catch {
    // not one of ours
  }
  throw new Refusal('bad_request', { fields: { after: 'Not valid' } })
}

export async function issuePage(ctx: ProjectCtx, { query }: Input<typeof listIssues>) {
  const sort = query.sort ?? '-number'
  const column = sort.replace('-', '') as 'number' | 'updated_at'
  const descending = sort.startsWith('-')
  const limit = query.limit ?? 100
  let page = filtered(ctx, query)
    .selectAll('issues')
    .select(
      sql<string | null>`(select v.id from issue_viewpoints v where v.issue_id = issues.id
        and v.snapshot_key is not null order by v.index limit 1)`.as('cover_viewpoint'),
    )
    .orderBy(`issues.${column}`, descending ? 'desc' : 'asc')
    .orderBy('issues.id', descending ? 'desc' : 'asc')
    .limit(limit + 1)
  if (query.after) {
    const [value, id] = readCursor(query.after)
    const key = sql`(issues.${sql.ref(column)}, issues.id)`
    const edge =
      column === 'number'
        ? sql`(${Number(value)}::int, ${id}::uuid)`
        : sql`(${String(value)}::timestamptz, ${id}::uuid)`
    page = page.where(descending ? sql<boolean>`${key} < ${edge}` : sql<boolean>`${key} > ${edge}`)
  }
  const rows = await page.execute()
  const { total } = await filtered(ctx, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last ? cursor(last[column], last.id) : null }
}

export function issuePins(ctx: ProjectCtx, { query }: Input<typeof listPins>) {
  const { status } = query
  return visibleIssues(ctx.tx, ctx.member)
    .innerJoin('issue_anchors as a', 'a.issue_id', 'issues.id')
    .where('a.order', '=', 0)
    .$if(status !== undefined, (rows) => rows.where('issues.status', 'in', status ?? []))
    .select(['issues.id as issue_id', 'issues.number', 'issues.name', 'issues.status', 'issues.priority'])
    .select(['a.bim_file_header_id', 'a.ifc_guid', 'a.point'])
    .orderBy('issues.number', 'desc')
    .limit(10_000)
    .execute()
}

/** An issue with all its parts. The caller came through the door. */
export async function issueWithParts(tx: Tx, issueId: string): Promise<Issue> {
  const issue = await tx.selectFrom('issues').selectAll().where('id', '=', issueId).executeTakeFirstOrThrow()
  const watchers = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issueId)
    .execute()
  const anchors = await tx
    .selectFrom('issue_anchors')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('order')
    .execute()
  const viewpoints = await tx
    .selectFrom('issue_viewpoints')
    .select(['id as guid', 'index', 'view', sql<boolean>`snapshot_key is not null`.as('has_snapshot')])
    .where('issue_id', '=', issueId)
    .orderBy('index')
    .execute()
  return {
    ...issue,
    watcher_ids: watchers.map((row) => row.user_id),
    anchors,
    viewpoints: viewpoints.map(({ view, ...row }) => ({ ...view, ...row })),
  }
}

export async function readIssue(ctx: ProjectCtx, issueId: string): Promise<Issue> {
  const { id, version } = await findIssue(ctx, issueId)
  ctx.http.etag(version)
  return issueWithParts(ctx.tx, id)
}

export async function readIssueByNumber(ctx: ProjectCtx, number: number): Promise<Issue> {
  const row = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', number)
    .select('issues.id')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return readIssue(ctx, row.id)
}
