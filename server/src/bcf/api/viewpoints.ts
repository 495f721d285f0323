import { buffer } from 'node:stream/consumers'
import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint, ViewpointReply } from '@plumbline/contract/bcf/api-viewpoints'
import { issueAction } from '@plumbline/contract/issues/issues.rules'
import sharp from 'sharp'
import type { BytesReply, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { sendSnapshot } from '../../issues/attachments/send.ts'
import { bitmapOf, type KeptView } from '../../issues/bitmaps.ts'
import { demand } from '../../issues/may.ts'
import { putView, removeView, type StoredView } from '../../issues/viewpoints.ts'
import { guidOf } from '../topic-of.ts'
import { findTopic, findViewpoint, holdTopic } from './find.ts'
import { horizontalOf, storeSentView } from './store-view.ts'
import { demandMatch, tagged } from './tags.ts'
import { type Asked, asksAuthorization } from './topics.ts'

interface Ref {
  params: { topicGuid: string }
}
interface ViewpointRef {
  params: { topicGuid: string; viewpointGuid: string }
}

const viewRows = ({ tx }: ProjectCtx, issueId: string) =>
  tx
    .selectFrom('issue_viewpoints as v')
    .where('v.issue_id', '=', issueId)
    .select(['v.id', 'v.index', 'v.view', 'v.snapshot_key', 'v.markup', 'v.created_by'])
    .select(guidOf('v').as('guid'))
    .orderBy('v.index')
    .orderBy('v.id')

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>
type Topic = Awaited<ReturnType<typeof findTopic>>

/** 2.1 has no aspect ratio to tell the height of a view from its width: its field of view is how wide it is. */
function camerasOf(version: BcfApiVersion, { perspective_camera: camera, orthogonal_camera }: KeptView) {
  if (!camera || version === '3.0') return { perspective_camera: camera, orthogonal_camera }
  const field_of_view = horizontalOf(camera.field_of_view, camera.aspect_ratio)
  return { perspective_camera: { ...camera, field_of_view } }
}

function actionsOf({ member }: ProjectCtx, topic: Topic, { created_by }: ViewRow) {
  const may = !member.archived && issueAction(member, topic, { remove: created_by }) === true
  return { viewpoint_actions: may ? (['delete'] as const).slice() : [] }
}

function replyOf(
  version: BcfApiVersion,
  ctx: ProjectCtx,
  topic: Topic,
  row: ViewRow,
  asked: Asked,
): ViewpointReply {
  const view = row.view as KeptView
  const { lines, clipping_planes, bitmaps } = view
  return {
    guid: row.guid,
    index: row.index,
    ...camerasOf(version, view),
    ...{ lines, clipping_planes, bitmaps },
    ...(row.snapshot_key ? { snapshot: { snapshot_type: 'png' } } : {}),
    ...(asksAuthorization(asked) ? { authorization: actionsOf(ctx, topic, row) } : {}),
  }
}

async function findRow(ctx: ProjectCtx, { params }: ViewpointRef) {
  const topic = await findTopic(ctx, params.topicGuid)
  const row = await viewRows(ctx, topic.id).where(guidOf('v'), '=', params.viewpointGuid).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { topic, row, view: row.view as KeptView }
}

/** What differs between the versions is how a camera is described. */
export function viewpointsOf(version: BcfApiVersion) {
  const one = async (ctx: ProjectCtx, ref: ViewpointRef, asked: Asked = {}) => {
    const { topic, row } = await findRow(ctx, ref)
    return tagged(ctx.http, replyOf(version, ctx, topic, row, asked))
  }
  return {
    one,
    list: async (ctx: ProjectCtx, { params, query }: Ref & { query: Asked }) => {
      const topic = await findTopic(ctx, params.topicGuid)
      const rows = await viewRows(ctx, topic.id).execute()
      return rows.map((row) => replyOf(version, ctx, topic, row, query))
    },
    add: {
      prepare: async (ctx: ProjectCtx, { params, body }: Ref & { body: SentViewpoint }) => {
        demand(ctx.member, await findTopic(ctx, params.topicGuid), 'ATTACH')
        return storeSentView(ctx, version, body)
      },
      handle: async (ctx: ProjectCtx, { params, body }: Ref & { body: SentViewpoint }, view: StoredView) => {
        await putView(ctx, await holdTopic(ctx, params.topicGuid), view, body.index)
        return one(ctx, { params: { ...params, viewpointGuid: view.bcf_guid ?? view.id } })
      },
    },
    remove: async (ctx: ProjectCtx, { params }: ViewpointRef): Promise<void> => {
      const issue = await holdTopic(ctx, params.topicGuid)
      const viewpointId = await findViewpoint(ctx, issue.id, params.viewpointGuid)
      await demandMatch(ctx.http, () => one(ctx, { params }))
      await removeView(ctx, { params: { id: issue.project_id, issueId: issue.id, viewpointId } })
    },
  }
}

/** BCF knows PNG and JPEG; what is made of a picture here is WebP. */
async function asPng({ body, ...reply }: BytesReply): Promise<BytesReply> {
  if (reply.type === 'image/png') return { ...reply, body }
  const bytes = await buffer(body as NodeJS.ReadableStream)
  return { ...reply, type: 'image/png', body: await sharp(bytes).png().toBuffer() }
}

/** With what was drawn on it: what its author blurred stays out of sight. */
export async function sendViewSnapshot(ctx: ProjectCtx, { params }: ViewpointRef): Promise<BytesReply> {
  const { topic, row } = await findRow(ctx, { params })
  const at = { id: ctx.member.project_id, issueId: topic.id, viewpointId: row.id }
  return asPng(await sendSnapshot(ctx, { params: at, query: { as: row.markup ? 'marked' : 'picture' } }))
}

export async function sendBitmap(
  ctx: ProjectCtx,
  { params }: { params: ViewpointRef['params'] & { bitmapGuid: string } },
): Promise<BytesReply> {
  const { row, view } = await findRow(ctx, { params })
  return bitmapOf(ctx, row.id, view, params.bitmapGuid)
}

export async function readSelection(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { selection: view.components?.selection ?? [] }
}

export async function readColoring(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { coloring: view.components?.coloring ?? [] }
}

/** Where nothing is said everything is shown. */
export async function readVisibility(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { visibility: view.components?.visibility ?? { default_visibility: true } }
}
