import * as z from 'zod/mini'
import { atLeastOneOf, Id, LineField, ModelName, PointXyz } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { NewAnchor } from '../issues/anchors.ts'
import { issueStatuses } from '../issues/issues.ts'

/** QR markers: printed sheets on a building's walls that open the project at their location. */

/** 22 characters of base64url: 128 random bits. */
const MarkerId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))
export const papers = ['A5', 'A4', 'A3', 'LETTER'] as const
export const sheetFormats = ['json', 'pdf', 'svg', 'png', 'zip'] as const
const direction = PointXyz

/** The element of a model that a sheet hangs on; its point is the marker's position. */
const MarkerAnchor = z.object({
  ...z.omit(NewAnchor, { point: true, axes: true }).shape,
  /** the nearest grid axes, such as "C/3" */
  axes: z.nullable(ModelName(60)),
})

const markerFields = {
  /** printed label; empty: the name of its section, level or project */
  label: LineField(0, 120),
  level_id: z.nullable(Id),
  section_id: z.nullable(Id),
  /** metres in the project's coordinates, Z up */
  position: PointXyz,
  /** viewing direction of a person reading the sheet, clockwise from project north */
  heading_deg: z.number().check(z.minimum(0), z.lt(360)),
  /** unit vector out of the wall, from the sheet to the reader */
  normal: direction,
  /** set by placing the sheet in the model; null: the coordinates were typed, or the location was never set */
  anchor: z.nullable(MarkerAnchor),
}

export const Marker = z.object({
  ...markerFields,
  id: z.string(),
  /** created by the server for a level, a section or the whole project */
  automatic: z.boolean(),
})
export type Marker = z.output<typeof Marker>

const PlacedMarker = z.object({
  ...Marker.shape,
  level_name: z.nullable(z.string()),
  section_name: z.nullable(z.string()),
})
export type PlacedMarker = z.output<typeof PlacedMarker>

export const QrMarker = z.object({
  ...Marker.shape,
  size_mm: z.number(),
  /** content of the code */
  url: z.string(),
  /** the code with its quiet zone as SVG */
  svg: z.string(),
})
export type QrMarker = z.output<typeof QrMarker>

export const getQrSheets = endpoint({
  method: 'GET',
  path: '/api/project/:id/qr-code-generator',
  access: 'project:EDITOR',
  summary:
    'QR markers of a project, level or section, or their printed sheets: pdf and zip contain a sheet for each, svg and png the sheet of the location itself',
  query: z.object({
    level_id: z.optional(Id),
    section_id: z.optional(Id),
    marker_id: z.optional(MarkerId),
    /** edge length of the printed code without its quiet zone */
    size_mm: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(50), z.maximum(250))),
    paper: z.optional(z.enum(papers)),
    format: z.optional(z.enum(sheetFormats)),
  }),
  reply: z.object({ project_id: Id, markers: z.array(QrMarker), sheet_url: z.string() }),
  also: bytes('application/pdf'),
  refuses: ['not_found'],
  hears: ['marker.updated', 'level.updated', 'section.updated', 'project.updated'],
  // the first read of a location creates its marker
  tells: ['marker.updated'],
})

export const listMarkers = endpoint({
  method: 'GET',
  path: '/api/project/:id/marker',
  access: 'project:VIEWER',
  summary: 'List the QR markers of a project without their codes, oldest first',
  reply: z.array(PlacedMarker),
  hears: ['marker.updated', 'level.updated', 'section.updated', 'project.updated'],
})

export const createMarker = endpoint({
  method: 'POST',
  path: '/api/project/:id/marker',
  access: 'project:EDITOR',
  summary: 'Create a marker at a chosen location',
  body: z.extend(z.partial(z.object(markerFields)), { position: markerFields.position }),
  reply: Marker,
  status: 201,
  refuses: ['conflict'],
  tells: ['marker.updated'],
  example: { body: { label: 'Stair core A, north wall', position: { x: 12.4, y: 3.1, z: 1.5 } } },
})

export const updateMarker = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/marker/:markerId',
  access: 'project:EDITOR',
  summary: 'Update a marker’s label or location; printed sheets keep working',
  params: z.object({ id: Id, markerId: MarkerId }),
  body: atLeastOneOf(markerFields),
  reply: Marker,
  refuses: ['not_found'],
  tells: ['marker.updated'],
  example: { body: { label: 'Stair core A' } },
})

export const revokeMarker = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/marker/:markerId',
  access: 'project:EDITOR',
  summary: 'Revoke a marker; its printed sheets stop working',
  params: z.object({ id: Id, markerId: MarkerId }),
  reply: null,
  refuses: ['not_found'],
  tells: ['marker.updated'],
})

export const getMarker = endpoint({
  method: 'GET',
  path: '/api/marker/:markerId',
  access: 'user',
  summary: 'The location of a scanned marker with the nearest open issues; for members of its project',
  params: z.object({ markerId: MarkerId }),
  reply: z.object({
    ...PlacedMarker.shape,
    project_id: Id,
    project_name: z.string(),
    /** nearest first; issues without a location last */
    issues: z.array(
      z.object({
        id: Id,
        number: z.number(),
        name: z.string(),
        status: z.enum(issueStatuses),
        /** metres from the marker; null without a location */
        distance_m: z.nullable(z.number()),
      }),
    ),
  }),
  refuses: ['not_found'],
  hears: [
    'marker.updated',
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'level.updated',
    'section.updated',
    'project.updated',
    'project.deleted',
    'member.updated',
    'member.removed',
  ],
})
