import * as z from 'zod/mini'
import { bytes, endpoint } from '../http.ts'
import {
  Bitmap,
  Coloring,
  Component,
  OrthogonalCamera,
  PerspectiveCamera,
  StoredBitmap,
  ViewComponents,
  ViewpointView,
  Visibility,
} from '../issues/viewpoints.ts'
import { TopicRef } from './api-topics.ts'
import {
  type BcfApiVersion,
  BcfGuid,
  bcfBody,
  bcfProjectsPath,
  topicEvents,
  versionFields,
  withAuthorization,
} from './api-version.ts'

export const ViewpointRef = z.extend(TopicRef, { viewpointGuid: BcfGuid })

const { aspect_ratio } = PerspectiveCamera.shape
const { lines, clipping_planes } = ViewpointView.shape
const base64 = z.string().check(z.maxLength(8_000_000))

/** 2.1 has no aspect ratio: its field of view is the horizontal one. */
function camerasOf(version: BcfApiVersion) {
  const ratio = versionFields(version).since30({ aspect_ratio: z.optional(aspect_ratio) })
  return {
    perspective_camera: z.optional(z.extend(z.omit(PerspectiveCamera, { aspect_ratio: true }), ratio)),
    orthogonal_camera: z.optional(z.extend(z.omit(OrthogonalCamera, { aspect_ratio: true }), ratio)),
  }
}

const allVisible = { default_visibility: true }
const SentComponents = z.extend(ViewComponents, {
  visibility: z._default(
    z.extend(Visibility, { default_visibility: z._default(z.boolean(), false) }),
    allVisible,
  ),
})

/** Fields that require a camera. */
const needsCamera = ['lines', 'clipping_planes', 'bitmaps', 'components'] as const

function newViewpointOf(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  return z
    .object({
      ...camerasOf(version),
      ...since30({ guid: z.optional(BcfGuid) }),
      index: z.optional(z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647))),
      lines,
      clipping_planes,
      bitmaps: z.optional(z.array(z.extend(Bitmap, { bitmap_data: base64 })).check(z.maxLength(20))),
      snapshot: z.optional(z.object({ snapshot_type: z.enum(['png', 'jpg']), snapshot_data: base64 })),
      components: z.optional(SentComponents),
    })
    .check(
      z.refine((view) => !(view.perspective_camera && view.orthogonal_camera), {
        error: 'A viewpoint has one camera',
        path: ['orthogonal_camera'],
      }),
      z.refine(
        (view) => {
          if (view.perspective_camera || view.orthogonal_camera || version === '2.1') return true
          return view.snapshot !== undefined && needsCamera.every((name) => view[name] === undefined)
        },
        {
          error: 'A viewpoint without a camera has a snapshot and nothing else',
          path: ['perspective_camera'],
        },
      ),
    )
}
export type SentViewpoint = z.output<ReturnType<typeof newViewpointOf>>

function viewpointOf(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  return z.object({
    ...camerasOf(version),
    guid: z.string(),
    index: z.number(),
    lines,
    clipping_planes,
    bitmaps: z.optional(z.array(StoredBitmap)),
    snapshot: z.optional(z.object({ snapshot_type: z.enum(['png', 'jpg']) })),
    ...since30({
      authorization: z.optional(z.object({ viewpoint_actions: z.array(z.literal('delete')) })),
    }),
  })
}
export type ViewpointReply = z.output<ReturnType<typeof viewpointOf>>

const example = {
  body: {
    perspective_camera: {
      camera_view_point: { x: 12, y: -20, z: 8 },
      camera_direction: { x: -0.4, y: 0.8, z: -0.3 },
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: 60,
      aspect_ratio: 1.5,
    },
    components: { visibility: { default_visibility: true } },
  },
}

export function viewpointServices(version: BcfApiVersion) {
  const at = `${bcfProjectsPath(version)}/:id/topics/:topicGuid/viewpoints` as const
  const one = `${at}/:viewpointGuid` as const
  const Viewpoint = viewpointOf(version)
  const isPart = { method: 'GET', access: 'project:VIEWER', params: ViewpointRef } as const
  return {
    listViewpoints: endpoint({
      ...isPart,
      params: TopicRef,
      path: at,
      summary: `BCF API ${version}: viewpoints of a topic`,
      query: z.object(withAuthorization),
      reply: z.array(Viewpoint),
      hears: topicEvents,
    }),
    postViewpoint: endpoint({
      method: 'POST',
      path: at,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: add a viewpoint with its snapshot and bitmaps; at most 20 per topic`,
      params: TopicRef,
      body: bcfBody(newViewpointOf(version)),
      reply: Viewpoint,
      status: 201,
      refuses: ['not_found', 'already_exists', 'unsupported_type', 'conflict'],
      tells: ['issue.updated'],
      example,
    }),
    getViewpoint: endpoint({
      ...isPart,
      path: one,
      summary: `BCF API ${version}: one viewpoint without its components`,
      query: z.object(withAuthorization),
      reply: Viewpoint,
      hears: topicEvents,
    }),
    getViewpointSnapshot: endpoint({
      ...isPart,
      path: `${one}/snapshot`,
      summary: `BCF API ${version}: the snapshot of a viewpoint with its markup`,
      reply: bytes('image/png'),
      refuses: ['not_found'],
    }),
    getBitmap: endpoint({
      ...isPart,
      path: `${one}/bitmaps/:bitmapGuid`,
      params: z.extend(ViewpointRef, { bitmapGuid: BcfGuid }),
      summary: `BCF API ${version}: a bitmap of a viewpoint`,
      reply: bytes('image/*'),
      refuses: ['not_found'],
    }),
    getSelection: endpoint({
      ...isPart,
      path: `${one}/selection`,
      summary: `BCF API ${version}: the selected components of a viewpoint`,
      reply: z.object({ selection: z.array(Component) }),
      hears: topicEvents,
    }),
    getColoring: endpoint({
      ...isPart,
      path: `${one}/coloring`,
      summary: `BCF API ${version}: the coloured components of a viewpoint`,
      reply: z.object({ coloring: z.array(Coloring) }),
      hears: topicEvents,
    }),
    getVisibility: endpoint({
      ...isPart,
      path: `${one}/visibility`,
      summary: `BCF API ${version}: the visibility settings of a viewpoint`,
      reply: z.object({ visibility: Visibility }),
      hears: topicEvents,
    }),
  }
}

/** 3.0 only. */
export const viewpointRemoval = (version: '3.0') =>
  endpoint({
    method: 'DELETE',
    path: `${bcfProjectsPath(version)}/:id/topics/:topicGuid/viewpoints/:viewpointGuid`,
    access: 'project:CONTRIBUTOR',
    summary: `BCF API ${version}: delete a viewpoint of one’s own or, as EDITOR, any viewpoint`,
    params: ViewpointRef,
    reply: null,
    status: 200,
    refuses: ['forbidden', 'stale'],
    tells: ['issue.updated'],
  })
