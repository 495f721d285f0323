import { toHorizontalFieldOfView } from '@plumbline/bcf/camera'
import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ViewpointReply } from '@plumbline/contract/bcf/api-viewpoints'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { StoredViewpointView } from '../../issues/bitmaps.ts'
import { guidColumn } from '../build-topic.ts'
import { tagEntity } from './tags.ts'
import { getTopicRow } from './topic-rows.ts'
import { type AuthorizationQuery, isAuthorizationRequested } from './topics.ts'

export interface ViewpointInput {
  params: { topicGuid: string; viewpointGuid: string }
}

export type ListedView = Omit<StoredViewpointView, 'components' | 'ghosts'>
export const shownView = sql<ListedView>`(v.view - '{components,ghosts}'::text[])`

/**
 * Viewpoints without their components, which are lists of up to 100,000 elements with their own addresses, and without
 * transparent elements, which BCF cannot express.
 */
export const selectViewpoints = ({ tx }: ProjectCtx, issueId: string) =>
  tx
    .selectFrom('issue_viewpoints as v')
    .where('v.issue_id', '=', issueId)
    .select(['v.id', 'v.index', 'v.snapshot_key', 'v.markup', 'v.created_by'])
    .select(guidColumn('v').as('guid'))
    .orderBy('v.index')
    .orderBy('v.id')

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViewpoints>['executeTakeFirstOrThrow']>> & {
  view: ListedView
}
type Topic = Awaited<ReturnType<typeof getTopicRow>>

/** BCF 2.1 has no aspect ratio: its field of view is the horizontal one. */
function formatCameras(
  version: BcfApiVersion,
  { perspective_camera: camera, orthogonal_camera }: ViewRow['view'],
) {
  if (!camera || version === '3.0') return { perspective_camera: camera, orthogonal_camera }
  const field_of_view = toHorizontalFieldOfView(camera.field_of_view, camera.aspect_ratio)
  return { perspective_camera: { ...camera, field_of_view } }
}

function buildAuthorization({ member }: ProjectCtx, topic: Topic, { created_by }: ViewRow) {
  const may = !member.archived && evaluateIssueAction(member, topic, { remove: created_by }) === true
  return { viewpoint_actions: may ? ['delete' as const] : [] }
}

export function buildViewpointReply(
  version: BcfApiVersion,
  ctx: ProjectCtx,
  topic: Topic,
  row: ViewRow,
  query: AuthorizationQuery,
): ViewpointReply {
  const { lines, clipping_planes, bitmaps } = row.view
  return {
    guid: row.guid,
    index: row.index,
    ...formatCameras(version, row.view),
    lines,
    clipping_planes,
    bitmaps,
    ...(row.snapshot_key ? { snapshot: { snapshot_type: 'png' } } : {}),
    ...(isAuthorizationRequested(query) ? { authorization: buildAuthorization(ctx, topic, row) } : {}),
  }
}

export async function getViewpointRow(ctx: ProjectCtx, { params }: ViewpointInput) {
  const topic = await getTopicRow(ctx, params.topicGuid)
  const row = await selectViewpoints(ctx, topic.id)
    .select(shownView.as('view'))
    .where(guidColumn('v'), '=', params.viewpointGuid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { topic, row }
}

/** The components of one viewpoint. */
export async function findComponents(
  ctx: ProjectCtx,
  ref: ViewpointInput,
): Promise<StoredViewpointView['components']> {
  const { row } = await getViewpointRow(ctx, ref)
  const { components } = await ctx.tx
    .selectFrom('issue_viewpoints as v')
    .where('v.id', '=', row.id)
    .select(sql<StoredViewpointView['components'] | null>`v.view -> 'components'`.as('components'))
    .executeTakeFirstOrThrow()
  return components ?? undefined
}

export async function getViewpointReply(
  ctx: ProjectCtx,
  ref: ViewpointInput,
  version: BcfApiVersion,
  query: AuthorizationQuery = {},
): Promise<ViewpointReply> {
  const { topic, row } = await getViewpointRow(ctx, ref)
  return tagEntity(ctx.http, buildViewpointReply(version, ctx, topic, row, query))
}
