import * as z from 'zod/mini'
import { Id, PointXyz } from '../fields.ts'

/**
 * Viewpoints in the terms and names of the BCF API 3.0 (buildingSMART/BCF-API, "visinfo"): world coordinates in
 * metres, Z up; `field_of_view` is vertical, in degrees.
 */

/** IFC GlobalId: 22 characters of the IFC base64 alphabet. */
export const IfcGuid = z.string().check(z.regex(/^[0-9A-Za-z_$]{22}$/))

/** The id of an element in another tool: any text, because BCF files may have line breaks and control characters here. */
const foreignId = z.string().check(z.trim(), z.maxLength(200))

/** An element; other tools may give only an id of their own, which matches no element here. */
export const Component = z.object({
  ifc_guid: z.optional(IfcGuid),
  originating_system: z.optional(foreignId),
  authoring_tool_id: z.optional(foreignId),
})
export type Component = z.output<typeof Component>

const components = z.array(Component).check(z.maxLength(100_000))
const direction = z.object({
  camera_view_point: PointXyz,
  camera_direction: PointXyz,
  camera_up_vector: PointXyz,
})

export const PerspectiveCamera = z.extend(direction, {
  field_of_view: z.number().check(z.gt(0), z.lt(180)),
  aspect_ratio: z.number().check(z.gt(0)),
})
export const OrthogonalCamera = z.extend(direction, {
  /** height of the view in metres */
  view_to_world_scale: z.number().check(z.gt(0)),
  aspect_ratio: z.number().check(z.gt(0)),
})

/** An image placed in the model, facing along its normal; its bytes are stored separately. */
export const Bitmap = z.object({
  bitmap_type: z.enum(['png', 'jpg']),
  /** its centre */
  location: PointXyz,
  normal: PointXyz,
  up: PointXyz,
  /** in metres */
  height: z.number().check(z.gt(0)),
})
export type Bitmap = z.output<typeof Bitmap>

export const StoredBitmap = z.extend(Bitmap, { guid: z.string() })
export type StoredBitmap = z.output<typeof StoredBitmap>

export const Coloring = z.object({
  color: z.string().check(z.regex(/^#?[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/)),
  components,
})
export const Visibility = z.object({
  default_visibility: z.boolean(),
  exceptions: z.optional(components),
  view_setup_hints: z.optional(
    z.object({
      spaces_visible: z.optional(z.boolean()),
      space_boundaries_visible: z.optional(z.boolean()),
      openings_visible: z.optional(z.boolean()),
    }),
  ),
})
export const ViewComponents = z.object({
  selection: z.optional(components),
  coloring: z.optional(z.array(Coloring).check(z.maxLength(1000))),
  visibility: Visibility,
})

/** Elements drawn transparent. BCF cannot express this: its files and API show them as visible. */
export const Ghosts = z.object({
  /** applies to all elements except the listed ones */
  all_but: z.boolean(),
  components,
})

const viewpointFields = {
  perspective_camera: z.optional(PerspectiveCamera),
  orthogonal_camera: z.optional(OrthogonalCamera),
  clipping_planes: z.optional(
    z.array(z.object({ location: PointXyz, direction: PointXyz })).check(z.maxLength(64)),
  ),
  lines: z.optional(
    z.array(z.object({ start_point: PointXyz, end_point: PointXyz })).check(z.maxLength(100_000)),
  ),
  components: z.optional(ViewComponents),
  ghosts: z.optional(Ghosts),
}

export const ViewpointView = z.object(viewpointFields)
export type ViewpointView = z.output<typeof ViewpointView>

/** A BCF viewpoint with its bitmaps. */
export type ViewpointWithBitmaps = ViewpointView & { bitmaps?: Bitmap[] }

/** A viewpoint to create, optionally with a snapshot as base64 PNG or JPEG. */
export const NewViewpoint = z.object({
  ...viewpointFields,
  snapshot: z.optional(
    z.object({
      snapshot_type: z.enum(['png', 'jpg']),
      snapshot_data: z.string().check(z.maxLength(8_000_000)),
    }),
  ),
})

/** Versions by file, for example those that a view shows. */
export const ShownModels = z
  .array(z.object({ header_id: Id, version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)) }))
  .check(z.maxLength(200))

/** A viewpoint of an issue; it follows the models that it shows from these versions on. */
export const NewIssueViewpoint = z.extend(NewViewpoint, { models: z.optional(ShownModels) })
export type NewIssueViewpoint = z.output<typeof NewIssueViewpoint>

export const Viewpoint = z.object({
  ...viewpointFields,
  guid: Id,
  index: z.number(),
  /** whether GET …/viewpoint/{guid}/snapshot returns a picture */
  has_snapshot: z.boolean(),
})
export type Viewpoint = z.output<typeof Viewpoint>
