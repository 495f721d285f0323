import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/views'
import { mayEditView, mayShareViews } from '@plumbline/contract/bim/views.rules'
import { fill } from '@plumbline/contract/sentences'
import { deletedUser } from '../../access/delete-account.ts'
import type { BytesReply, Handler, Input, ProjectCtx } from '../../context.ts'
import { json } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Reaction } from '../../live/tell.ts'
import { readSnapshot } from './snapshot.ts'
import { findView } from './visible.ts'

/** More than anybody finds anything in. */
const MOST_OWN = 500

const blobKey = (projectId: string, snapshotId: string) => `snapshots/${projectId}/view-${snapshotId}.png`

/** What is private is heard by its maker only. */
const tellView = (ctx: ProjectCtx, view_id: string, is_shared: boolean) =>
  ctx.tell('view.updated', {
    project_id: ctx.member.project_id,
    data: { view_id },
    audience: is_shared ? { level: 'VIEWER' } : { users: [ctx.member.user_id] },
  })

type Body = Partial<Input<typeof api.createView>['body']>

/** The picture is checked and stored before the transaction; undone when that fails. */
async function storePicture(ctx: ProjectCtx, { view }: Body): Promise<string | null> {
  if (!view?.snapshot) return null
  const id = randomUUIDv7()
  const key = blobKey(ctx.member.project_id, id)
  await ctx.blobs.put(key, await readSnapshot(view.snapshot.snapshot_data))
  ctx.onFailure(() => void ctx.blobs.remove(key).catch((err) => ctx.log.warn({ err }, 'remove a picture')))
  return id
}

function forgetPicture(ctx: ProjectCtx, snapshotId: string | null) {
  if (!snapshotId) return
  const key = blobKey(ctx.member.project_id, snapshotId)
  ctx.onCommit(() => void ctx.blobs.remove(key).catch((err) => ctx.log.warn({ err }, 'remove a picture')))
}

/** The columns that a body changes. */
function columnsOf({ view, extras, ...plain }: Body) {
  const { snapshot: _, ...seen } = view ?? {}
  return { ...plain, ...(view ? { view: json(seen) } : {}), ...(extras ? { extras: json(extras) } : {}) }
}

export const saveView: Handler<typeof api.createView, string | null> = {
  prepare: (ctx, { body }) => storePicture(ctx, body),
  async handle(ctx, { body }, snapshot_id) {
    const { project_id, user_id, permission_level } = ctx.member
    if (body.is_shared && !mayShareViews(permission_level)) throw new Refusal('forbidden')
    const own = await ctx.tx
      .selectFrom('views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_id', '=', project_id)
      .where('created_by', '=', user_id)
      .executeTakeFirstOrThrow()
    if (Number(own.count) >= MOST_OWN)
      throw new Refusal('conflict', {
        message: fill('You have {count} views here: delete some first', { count: MOST_OWN }),
      })
    const id = randomUUIDv7()
    const { view: _, extras: __, ...plain } = body
    const { snapshot: ___, ...view } = body.view
    await ctx.tx
      .insertInto('views')
      .values({
        ...plain,
        id,
        project_id,
        created_by: user_id,
        snapshot_id,
        view: json(view),
        extras: json(body.extras),
      })
      .execute()
    await tellView(ctx, id, body.is_shared)
    return findView(ctx, id)
  },
}

async function editableView(ctx: ProjectCtx, viewId: string) {
  const view = await findView(ctx, viewId)
  if (!mayEditView(ctx.member, view)) throw new Refusal('forbidden')
  return view
}

export const changeView: Handler<typeof api.updateView, string | null> = {
  prepare: async (ctx, { params, body }) => {
    await editableView(ctx, params.viewId)
    return storePicture(ctx, body)
  },
  async handle(ctx, { params, body }, snapshot_id) {
    const before = await editableView(ctx, params.viewId)
    if (body.is_shared && !mayShareViews(ctx.member.permission_level)) throw new Refusal('forbidden')
    // Taken back from the project it is its maker's alone, so nobody else may do that.
    if (body.is_shared === false && before.created_by !== ctx.member.user_id) throw new Refusal('forbidden')
    await ctx.tx
      .updateTable('views')
      .set({
        ...columnsOf(body),
        ...(body.view ? { snapshot_id } : {}),
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', before.id)
      .execute()
    if (body.view) forgetPicture(ctx, before.snapshot_id)
    await tellView(ctx, before.id, before.is_shared || body.is_shared === true)
    return findView(ctx, before.id)
  },
}

export async function removeView(ctx: ProjectCtx, { params }: Input<typeof api.deleteView>) {
  const view = await editableView(ctx, params.viewId)
  await ctx.tx.deleteFrom('views').where('id', '=', view.id).execute()
  forgetPicture(ctx, view.snapshot_id)
  await tellView(ctx, view.id, view.is_shared)
}

export async function sendPicture(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getViewSnapshot>,
): Promise<BytesReply> {
  const { snapshot_id } = await findView(ctx, params.viewId)
  if (!snapshot_id) throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(blobKey(ctx.member.project_id, snapshot_id)),
    type: 'image/png',
    headers: { 'cache-control': 'private, max-age=31536000, immutable' },
  }
}

/** Before an account is deleted: what only that person could see goes with it; shared views stay, without a name. */
export const forgetPersonOfViews: Reaction = async (tx, _type, { facts }) => {
  const user = deletedUser(facts)
  if (!user) return
  await tx.deleteFrom('views').where('created_by', '=', user).where('is_shared', '=', false).execute()
}
