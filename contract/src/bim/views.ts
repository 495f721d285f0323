import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, LineField, PictureQuery } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { NewViewpoint, ShownModels, ViewpointView } from '../issues/viewpoints.ts'

/** Saved views of models, and corrections of wrong model positions. */

export const colorings = ['class', 'type', 'storey', 'system', 'model', 'property'] as const

/** Settings of a view that BCF cannot express. */
export const ViewExtras = z.object({
  models: ShownModels,
  /** name of the isolated storey */
  storey: z.nullable(LineField(0, 255)),
  /** shows the storey as a plan */
  is_plan: z.boolean(),
  coloring: z.nullable(
    z.object({
      by: z.enum(colorings),
      /** set and name of the property */
      set: z.optional(LineField(0, 255)),
      property: z.optional(LineField(0, 255)),
    }),
  ),
})
export type ViewExtras = z.output<typeof ViewExtras>

const row = {
  id: Id,
  name: z.string(),
  is_shared: z.boolean(),
  /** changes with the snapshot, to bypass caches; null without one */
  snapshot_id: z.nullable(Id),
  created_by: z.nullable(Id),
  created_by_name: z.string(),
  created_at: Instant,
  updated_at: Instant,
}

/** A saved view without its camera and visibility, for lists. */
export const ViewRow = z.object(row)
export type ViewRow = z.output<typeof ViewRow>

export const SavedView = z.object({ ...row, view: ViewpointView, extras: ViewExtras })
export type SavedView = z.output<typeof SavedView>

const fields = { name: LineField(1, 120), is_shared: z.boolean(), view: NewViewpoint, extras: ViewExtras }
const camera = {
  perspective_camera: {
    camera_view_point: { x: 12, y: -20, z: 8 },
    camera_direction: { x: -0.4, y: 0.8, z: -0.3 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 45,
    aspect_ratio: 1.6,
  },
}
const extras = { models: [], storey: null, is_plan: false, coloring: null }

export const listViews = endpoint({
  method: 'GET',
  path: '/api/project/:id/view',
  access: 'project:VIEWER',
  summary: 'The caller’s own and shared saved views, by name',
  reply: z.array(ViewRow),
  hears: ['view.updated', 'user.updated'],
})

export const getView = endpoint({
  method: 'GET',
  path: '/api/project/:id/view/:viewId',
  access: 'project:VIEWER',
  summary: 'A saved view with camera, sections, visibility, colours and models',
  reply: SavedView,
  refuses: ['not_found'],
  hears: ['view.updated', 'user.updated'],
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/project/:id/view',
  access: 'project:VIEWER',
  summary: 'Save a private view or, as CONTRIBUTOR, a shared one',
  body: z.object(fields),
  reply: SavedView,
  status: 201,
  refuses: ['forbidden', 'conflict', 'unsupported_type'],
  tells: ['view.updated'],
  example: { body: { name: 'Shaft from below', is_shared: false, view: camera, extras } },
})

export const updateView = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/view/:viewId',
  access: 'project:VIEWER',
  summary: 'Rename, share or replace a view of one’s own or, as EDITOR, a shared one',
  body: atLeastOneOf(fields),
  reply: SavedView,
  refuses: ['not_found', 'forbidden', 'unsupported_type'],
  tells: ['view.updated'],
  example: { body: { name: 'Shaft from above' } },
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/view/:viewId',
  access: 'project:VIEWER',
  summary: 'Delete a view of one’s own or, as EDITOR, a shared one',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['view.updated'],
})

export const getViewSnapshot = endpoint({
  method: 'GET',
  path: '/api/project/:id/view/:viewId/snapshot',
  access: 'project:VIEWER',
  summary: 'The snapshot of a saved view',
  query: PictureQuery,
  reply: bytes('image/png'),
  refuses: ['not_found'],
})

const metres = z.number().check(z.minimum(-1e7), z.maximum(1e7))
const placeFields = {
  /** rotation about the vertical axis through the origin, counter-clockwise seen from above */
  turn_deg: z.number().check(z.minimum(-360), z.maximum(360)),
  east_m: metres,
  north_m: metres,
  height_m: metres,
}
export const Correction = z.object({ ...placeFields, header_id: Id })
export type Correction = z.output<typeof Correction>

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-correction',
  access: 'project:VIEWER',
  summary: 'Position corrections of files whose georeference is wrong',
  reply: z.array(Correction),
  hears: ['header.updated'],
})

export const setCorrection = endpoint({
  method: 'PUT',
  path: '/api/project/:id/bim-file-header/:headerId/correction',
  access: 'project:EDITOR',
  summary: 'Set the position correction of a file; all zeros remove it',
  body: z.object(placeFields),
  reply: Correction,
  refuses: ['not_found'],
  tells: ['header.updated'],
  example: { body: { turn_deg: 0, east_m: 12.5, north_m: 0, height_m: -0.3 } },
})
