import { randomUUIDv7 } from 'node:crypto'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'
import type { BcfView, NewViewpoint } from '@plumbline/contract/issues/viewpoints'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { reencodeSnapshot } from '../bim/views/snapshot.ts'
import type { ProjectCtx } from '../context.ts'
import { json, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { demand } from './may.ts'
import { partChanged } from './part-changed.ts'
import type { FoundIssue } from './visible.ts'

const MOST = 20

/** A view with its picture already stored. */
export interface StoredView {
  id: string
  view: BcfView
  /** by which another program knows it */
  bcf_guid?: string | undefined
  snapshot_key: string | null
}

export const forget = ({ blobs, log }: ProjectCtx, key: string) =>
  void blobs.remove(key).catch((err: unknown) => log.warn({ err }, 'snapshot'))

/** In `prepare`: pictures are checked and stored before the transaction; undone when the call fails. */
export async function storeViews(
  ctx: ProjectCtx,
  views: z.output<typeof NewViewpoint>[],
): Promise<StoredView[]> {
  const stored: StoredView[] = []
  for (const { snapshot, ...view } of views) {
    const id = randomUUIDv7()
    const snapshot_key = snapshot ? `snapshots/${ctx.member.project_id}/${id}.png` : null
    if (snapshot && snapshot_key) {
      const picture = await reencodeSnapshot(snapshot.snapshot_data)
      ctx.onFailure(() => forget(ctx, snapshot_key))
      await ctx.blobs.put(snapshot_key, picture)
    }
    stored.push({ id, view, snapshot_key })
  }
  return stored
}

export async function insertView(
  ctx: ProjectCtx,
  issue_id: string,
  { view, ...row }: StoredView,
  index: number,
) {
  const made = await ctx.tx
    .insertInto('issue_viewpoints')
    .values({ ...row, index, issue_id, view: json(view), created_by: ctx.member.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('already_exists', { message: 'There is a view with this id' })
}

const columns = ['id as guid', 'index', 'view', 'markup', 'version', 'created_by'] as const

export async function viewsOf(tx: Tx, issueId: string): Promise<IssueViewpoint[]> {
  const rows = await tx
    .selectFrom('issue_viewpoints')
    .select([...columns, sql<boolean>`snapshot_key is not null`.as('has_snapshot')])
    .where('issue_id', '=', issueId)
    .orderBy('index')
    .orderBy('id')
    .execute()
  return rows.map(({ view, ...row }) => ({ ...view, ...row }))
}

export async function readView(ctx: ProjectCtx, issueId: string, id: string): Promise<IssueViewpoint> {
  const found = (await viewsOf(ctx.tx, issueId)).find((view) => view.guid === id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Adds a view to an issue that is held, after the others where its place is not given. */
export async function putView(ctx: ProjectCtx, issue: FoundIssue, view: StoredView, index?: number) {
  demand(ctx.member, issue, 'ATTACH')
  const { count, last } = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('index').as('last')])
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('conflict', { message: fill('An issue has at most {count} views', { count: MOST }) })
  await insertView(ctx, issue.id, view, index ?? (last ?? -1) + 1)
  await partChanged(ctx, issue, { kind: 'VIEW_ADDED', data: { viewpoint_id: view.id } })
}

export async function findView(ctx: ProjectCtx, issueId: string, id: string) {
  const view = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(['id', 'created_by', 'snapshot_key', 'markup', 'version'])
    .where('id', '=', id)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  if (!view) throw new Refusal('not_found')
  return view
}
