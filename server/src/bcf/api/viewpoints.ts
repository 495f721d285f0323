import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ViewpointReply } from '@plumbline/contract/bcf/api-viewpoints'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { StoredViewpointView } from '../../issues/bitmaps.ts'
import { guidOf } from '../topic-of.ts'
import { findTopic } from './find.ts'
import { horizontalOf } from './store-view.ts'
import { tagged } from './tags.ts'
import { type Asked, asksAuthorization } from './topics.ts'

export interface Ref {
  params: { topicGuid: string }
}
export interface ViewpointRef {
  params: { topicGuid: string; viewpointGuid: string }
}

/** Viewpoints without their components: lists of up to 100,000 elements that have addresses of their own. */
export const viewRows = ({ tx }: ProjectCtx, issueId: string) =>
  tx
    .selectFrom('issue_viewpoints as v')
    .where('v.issue_id', '=', issueId)
    .select(['v.id', 'v.index', 'v.snapshot_key', 'v.markup', 'v.created_by'])
    .select(sql<Omit<StoredViewpointView, 'components'>>`v.view - 'components'`.as('view'))
    .select(guidOf('v').as('guid'))
    .orderBy('v.index')
    .orderBy('v.id')

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>
type Topic = Awaited<ReturnType<typeof findTopic>>

/** 2.1 has no aspect ratio to tell the height of a view from its width: its field of view is how wide it is. */
function camerasOf(
  version: BcfApiVersion,
  { perspective_camera: camera, orthogonal_camera }: ViewRow['view'],
) {
  if (!camera || version === '3.0') return { perspective_camera: camera, orthogonal_camera }
  const field_of_view = horizontalOf(camera.field_of_view, camera.aspect_ratio)
  return { perspective_camera: { ...camera, field_of_view } }
}

function actionsOf({ member }: ProjectCtx, topic: Topic, { created_by }: ViewRow) {
  const may = !member.archived && evaluateIssueAction(member, topic, { remove: created_by }) === true
  return { viewpoint_actions: may ? (['delete'] as const).slice() : [] }
}

export function viewpointReply(
  version: BcfApiVersion,
  ctx: ProjectCtx,
  topic: Topic,
  row: ViewRow,
  asked: Asked,
): ViewpointReply {
  const { lines, clipping_planes, bitmaps } = row.view
  return {
    guid: row.guid,
    index: row.index,
    ...camerasOf(version, row.view),
    ...{ lines, clipping_planes, bitmaps },
    ...(row.snapshot_key ? { snapshot: { snapshot_type: 'png' } } : {}),
    ...(asksAuthorization(asked) ? { authorization: actionsOf(ctx, topic, row) } : {}),
  }
}

export async function findRow(ctx: ProjectCtx, { params }: ViewpointRef) {
  const topic = await findTopic(ctx, params.topicGuid)
  const row = await viewRows(ctx, topic.id).where(guidOf('v'), '=', params.viewpointGuid).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { topic, row }
}

/** The components of one viewpoint. */
export async function findComponents(
  ctx: ProjectCtx,
  ref: ViewpointRef,
): Promise<StoredViewpointView['components']> {
  const { row } = await findRow(ctx, ref)
  const { components } = await ctx.tx
    .selectFrom('issue_viewpoints as v')
    .where('v.id', '=', row.id)
    .select(sql<StoredViewpointView['components'] | null>`v.view -> 'components'`.as('components'))
    .executeTakeFirstOrThrow()
  return components ?? undefined
}

export async function readViewpoint(
  ctx: ProjectCtx,
  ref: ViewpointRef,
  version: BcfApiVersion,
  asked: Asked = {},
): Promise<ViewpointReply> {
  const { topic, row } = await findRow(ctx, ref)
  return tagged(ctx.http, viewpointReply(version, ctx, topic, row, asked))
}
