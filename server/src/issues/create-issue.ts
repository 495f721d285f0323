import { randomUUIDv7 } from 'node:crypto'
import type { createIssue, NewAnchor } from '@plumbline/contract/issues'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { readSnapshot } from '../bim/views/snapshot.ts'
import type { Handler, Input, ProjectCtx } from '../context.ts'
import { json } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { checkReferences } from './check-references.ts'
import { issueWithParts } from './reads.ts'
import { issueAudience } from './visible.ts'

type Body = Input<typeof createIssue>['body']

/** A viewpoint with its picture already stored. */
interface StoredViewpoint {
  id: string
  view: Omit<NonNullable<Body['viewpoints']>[number], 'snapshot'>
  snapshot_key: string | null
}

/** Pictures are checked and stored before the transaction; what then fails is swept with the unreferenced blobs. */
async function storeSnapshots(
  ctx: ProjectCtx,
  { body }: Input<typeof createIssue>,
): Promise<StoredViewpoint[]> {
  const stored: StoredViewpoint[] = []
  for (const { snapshot, ...view } of body.viewpoints ?? []) {
    const id = randomUUIDv7()
    const snapshot_key = snapshot ? `snapshots/${ctx.member.project_id}/${id}.png` : null
    if (snapshot && snapshot_key)
      await ctx.blobs.put(snapshot_key, await readSnapshot(snapshot.snapshot_data))
    stored.push({ id, view, snapshot_key })
  }
  return stored
}

async function addAnchors(ctx: ProjectCtx, issue_id: string, anchors: z.output<typeof NewAnchor>[]) {
  for (const [order, anchor] of anchors.entries()) {
    const header = await ctx.tx
      .selectFrom('bim_file_headers')
      .select('id')
      .where('id', '=', anchor.bim_file_header_id)
      .where('project_id', '=', ctx.member.project_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!header)
      throw new Refusal('bad_request', {
        fields: { [`anchors.${order}.bim_file_header_id`]: 'Not a part of this project' },
      })
    await ctx.tx
      .insertInto('issue_anchors')
      .values({ ...anchor, point: json(anchor.point), id: randomUUIDv7(), issue_id, order })
      .execute()
  }
}

async function nextNumber(ctx: ProjectCtx): Promise<number> {
  const { last_issue_number } = await ctx.tx
    .updateTable('projects')
    .set({ last_issue_number: sql`last_issue_number + 1` })
    .where('id', '=', ctx.member.project_id)
    .returning('last_issue_number')
    .executeTakeFirstOrThrow()
  return last_issue_number
}

async function insertIssue(ctx: ProjectCtx, { body }: Input<typeof createIssue>, stored: StoredViewpoint[]) {
  const { anchors = [], viewpoints: _, watcher_ids = [], id = randomUUIDv7(), ...fields } = body
  const { project_id, user_id, team_id } = ctx.member
  await checkReferences(ctx, fields)
  const number = await nextNumber(ctx)
  const issue = await ctx.tx
    .insertInto('issues')
    .values({ ...fields, id, project_id, number, team_id, created_by: user_id, updated_by: user_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!issue) throw new Refusal('already_exists', { message: 'There is an issue with this id' })
  if (watcher_ids.length > 0) await addWatchers(ctx, id, watcher_ids)
  await addAnchors(ctx, id, anchors)
  for (const [index, { view, ...viewpoint }] of stored.entries())
    await ctx.tx
      .insertInto('issue_viewpoints')
      .values({ ...viewpoint, index, issue_id: id, view: json(view) })
      .execute()
  const audience = await issueAudience(ctx.tx, issue)
  await ctx.tell('issue.created', {
    project_id,
    data: { issue_id: id },
    audience,
    facts: { by: user_id, issue },
  })
  ctx.http.etag(issue.version)
  return issueWithParts(ctx.tx, id)
}

async function addWatchers(ctx: ProjectCtx, issue_id: string, watchers: string[]) {
  const members = await ctx.tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', ctx.member.project_id)
    .where('user_id', 'in', watchers)
    .execute()
  const rows = members.map(({ user_id }) => ({ issue_id, user_id }))
  if (rows.length > 0) await ctx.tx.insertInto('issue_watchers').values(rows).execute()
}

export const fileIssue: Handler<typeof createIssue, StoredViewpoint[]> = {
  prepare: storeSnapshots,
  handle: insertIssue,
}
