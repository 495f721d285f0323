import * as z from 'zod/mini'
import { Id, Instant, LineField, storedFile } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'

/** Files and photos of an issue, and markup on pictures. */

export const maxAttachments = 20
export const maxAttachmentBytes = 25_000_000

/** A point as fractions of the picture's width and height, from its upper left corner. */
const Spot = z.tuple([
  z.number().check(z.minimum(-0.5), z.maximum(1.5)),
  z.number().check(z.minimum(-0.5), z.maximum(1.5)),
])
export const markColors = ['RED', 'ORANGE', 'GREEN', 'BLUE', 'BLACK', 'WHITE'] as const
const stroke = {
  color: z.enum(markColors),
  /** as a fraction of the picture's longer side */
  width: z.number().check(z.minimum(0.001), z.maximum(0.05)),
}
export const MarkupShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('PEN'),
    points: z.array(Spot).check(z.minLength(2), z.maxLength(2000)),
    ...stroke,
  }),
  z.object({ kind: z.literal('ARROW'), from: Spot, to: Spot, ...stroke }),
  z.object({ kind: z.literal('BOX'), from: Spot, to: Spot, ...stroke }),
  z.object({ kind: z.literal('CLOUD'), from: Spot, to: Spot, ...stroke }),
  z.object({ kind: z.literal('TEXT'), at: Spot, text: LineField(1, 200), ...stroke }),
  /** pixelates this area in the picture that others get */
  z.object({ kind: z.literal('BLUR'), from: Spot, to: Spot }),
])
export type MarkupShape = z.output<typeof MarkupShape>
export const Markup = z.object({ shapes: z.array(MarkupShape).check(z.maxLength(200)) })
export type Markup = z.output<typeof Markup>

export const Attachment = z.object({
  ...storedFile,
  markup: z.nullable(Markup),
  /** incremented by every change of its markup; part of the URLs of its pictures, which are therefore cacheable forever */
  version: z.number(),
  /** from the photo's EXIF data; sent to its author only */
  taken_at: z.nullable(z.string()),
  taken_place: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  created_by: z.nullable(Id),
  created_at: Instant,
})
export type Attachment = z.output<typeof Attachment>

export const attachmentRenditions = [
  'picture',
  'thumbnail',
  'marked',
  'marked_thumbnail',
  'original',
] as const

export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/:issueId/attachment',
  access: 'project:CONTRIBUTOR',
  summary: 'Attach a photo or file; others get photos without location, time and camera',
  query: z.object({
    id: z.optional(Id),
    name: LineField(1, 255),
    /** a photo of the finished work: proof of the fix also when no status says that work began */
    shows_fix: z.optional(z.enum(['true', 'false'])),
    /** id of a file sent in pieces, in place of the body */
    upload_id: z.optional(Id),
  }),
  upload: { accepts: ['*/*'], max_bytes: maxAttachmentBytes, in_pieces: true },
  reply: Attachment,
  status: 201,
  refuses: ['not_found', 'too_large', 'unsupported_type', 'conflict'],
  tells: ['issue.updated'],
  example: { query: { name: 'crack.jpg' } },
})

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/attachment/:attachmentId',
  access: 'project:VIEWER',
  summary:
    'A file; or a photo as `picture` (at most 2560 px), `thumbnail` (at most 480 px), `marked` (with its markup), `marked_thumbnail` (both) or, for its author, `original`',
  query: z.object({ as: z.optional(z.enum(attachmentRenditions)), v: z.optional(z.coerce.number<number>()) }),
  reply: bytes('*/*'),
  refuses: ['not_found', 'forbidden'],
})

export const setMarkup = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/attachment/:attachmentId/markup',
  access: 'project:CONTRIBUTOR',
  summary: 'Set the markup of a photo, without changing the photo; an empty list removes the markup',
  body: z.object({ ...Markup.shape, version: z.number() }),
  reply: Attachment,
  refuses: ['not_found', 'forbidden', 'stale', 'wrong_state', 'conflict'],
  tells: ['issue.updated'],
  example: {
    body: {
      version: 1,
      shapes: [{ kind: 'ARROW', from: [0.2, 0.2], to: [0.5, 0.5], color: 'RED', width: 0.006 }],
    },
  },
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId/attachment/:attachmentId',
  access: 'project:CONTRIBUTOR',
  summary: 'Remove a file; for its author and EDITORs',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.updated'],
})
