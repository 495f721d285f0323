import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, PointXyz, TextField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { Anchor, anchorStates, NewAnchor } from './anchors.ts'
import { Attachment, Markup } from './attachments.ts'
import { CustomValueChanges, CustomValues } from './custom-fields.ts'
import { issueFields, issuePriorities } from './issue-fields.ts'
import { NewIssueViewpoint, StoredBitmap, Viewpoint } from './viewpoints.ts'

export const issueStatuses = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID'] as const
export type IssueStatus = (typeof issueStatuses)[number]
export const issueSources = ['MANUAL', 'FIELD', 'BCF', 'IDS', 'CLASH', 'CHAT', 'API'] as const

const rowFields = {
  ...issueFields,
  /** values of the project's custom fields, by id of the field */
  custom_fields: CustomValues,
  id: Id,
  number: z.number(),
  status: z.enum(issueStatuses),
  source: z.enum(issueSources),
  created_by: z.nullable(Id),
  created_at: Instant,
  updated_by: z.nullable(Id),
  updated_at: Instant,
  resolved_by: z.nullable(Id),
  resolved_at: z.nullable(Instant),
  closed_by: z.nullable(Id),
  closed_at: z.nullable(Instant),
  /** incremented by every change of fields; sent as ETag */
  version: z.number(),
  /** the assignee's e-mail address from a BCF file, if no member is assigned */
  assigned_to: z.nullable(z.string()),
}

/** The picture of an issue in lists: its first photo, or else its first view with a snapshot. */
export const IssueCover = z.object({
  kind: z.enum(['PHOTO', 'VIEW']),
  /** id of the attachment or viewpoint */
  id: Id,
  /** incremented by every change of the markup; part of the picture's URL */
  version: z.number(),
})
export type IssueCover = z.output<typeof IssueCover>

/** An issue in a list. */
export const IssueRow = z.object({
  ...rowFields,
  cover: z.nullable(IssueCover),
  /** counts, without deleted comments */
  comments: z.number(),
  attachments: z.number(),
})
export type IssueRow = z.output<typeof IssueRow>

/** A viewpoint of an issue with the markup of its snapshot. */
export const IssueViewpoint = z.object({
  ...Viewpoint.shape,
  /** images placed in the model, imported from a BCF file */
  bitmaps: z.optional(z.array(StoredBitmap)),
  markup: z.nullable(Markup),
  /** incremented by every change of the markup; part of the snapshot's URL */
  version: z.number(),
  created_by: z.nullable(Id),
  /** set where `getIssueViewpoint` has the rest: of the viewpoint only its cameras, picture and markup are here */
  is_abridged: z.optional(z.literal(true)),
})
export type IssueViewpoint = z.output<typeof IssueViewpoint>

export const RelatedIssue = z.object({
  id: Id,
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
})

export const Issue = z.object({
  ...rowFields,
  /** the creator from a BCF file, for creators without an account */
  author: z.nullable(z.string()),
  /** ids of the models that the imported BCF file references; empty: all models */
  model_ids: z.array(Id),
  watcher_ids: z.array(Id),
  anchors: z.array(Anchor),
  viewpoints: z.array(IssueViewpoint),
  attachments: z.array(Attachment),
  /** related issues that the caller may see, by number */
  related: z.array(RelatedIssue),
  /** count of comments, without deleted ones */
  comments: z.number(),
  /**
   * a comment or photo shows the work: written after work began, or a photo sent with `shows_fix`; required for RESOLVED
   * unless a comment comes with it
   */
  has_proof: z.boolean(),
  /** comments by others than its creator: if any, a CONTRIBUTOR cannot delete the issue */
  comments_by_others: z.number(),
})
export type Issue = z.output<typeof Issue>

/** A pin in a model or on a drawing; an issue with several anchors has several. */
export const Pin = z.object({
  issue_id: Id,
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
  priority: z.enum(issuePriorities),
  bim_file_header_id: Id,
  anchor_id: Id,
  ifc_guid: z.nullable(z.string()),
  point: PointXyz,
  state: z.enum(anchorStates),
})
export type Pin = z.output<typeof Pin>

/** Issues also depend on the project's setting for their visibility to contributors. */
const issueEvents = [
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.updated',
  'project.updated',
  'anchors.updated',
] as const

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId',
  access: 'project:VIEWER',
  summary:
    'One issue with its locations and viewpoints; of viewpoints with very many elements only the camera (`is_abridged`)',
  reply: Issue,
  hears: issueEvents,
})

export const getIssueByNumber = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/number/:number',
  access: 'project:VIEWER',
  summary: 'One issue by its number in the project',
  params: z.object({
    id: Id,
    number: z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2147483647)),
  }),
  reply: Issue,
  hears: issueEvents,
})

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue',
  access: 'project:CONTRIBUTOR',
  summary: 'Create an issue with its locations and viewpoints; the client may choose its id (the BCF GUID)',
  body: z.extend(z.partial(z.object(issueFields)), {
    id: z.optional(Id),
    name: issueFields.name,
    source: z.optional(z.enum(issueSources)),
    watcher_ids: z.optional(z.array(Id).check(z.maxLength(200))),
    /** values of the project's custom fields, by id of the field; a field that is left out gets its default */
    custom_fields: z.optional(CustomValueChanges),
    anchors: z.optional(z.array(NewAnchor).check(z.maxLength(50))),
    viewpoints: z.optional(z.array(NewIssueViewpoint).check(z.maxLength(10))),
  }),
  reply: Issue,
  status: 201,
  refuses: ['already_exists', 'unsupported_type'],
  tells: ['issue.created'],
  example: { body: { name: 'Crack in slab, axis C', priority: 'HIGH' } },
})

export const updateIssue = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/issue/:issueId',
  access: 'project:CONTRIBUTOR',
  summary: 'Update fields or the status of an issue; with If-Match, a stale ETag is refused',
  body: atLeastOneOf({
    ...issueFields,
    status: z.enum(issueStatuses),
    watcher_ids: z.array(Id).check(z.maxLength(200)),
    /** by id of the field; fields that are left out keep their values, null empties one */
    custom_fields: CustomValueChanges,
    /** text of a comment added with the change; counts as proof for RESOLVED */
    comment: TextField(10_000).check(z.minLength(1)),
  }),
  reply: Issue,
  refuses: ['not_found', 'forbidden', 'stale', 'wrong_state'],
  tells: ['issue.updated'],
  example: { body: { name: 'Crack in slab, axis C to D' } },
})

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId',
  access: 'project:CONTRIBUTOR',
  summary: 'Delete an issue; it can be restored for 30 days',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.deleted'],
})

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId/snapshot',
  access: 'project:VIEWER',
  summary:
    'The snapshot of a viewpoint, `marked` with its markup, or `marked_thumbnail` with it and at most 480 px',
  query: z.object({
    as: z.optional(z.enum(['picture', 'marked', 'marked_thumbnail'])),
    v: z.optional(z.coerce.number<number>()),
  }),
  reply: bytes('image/*'),
})

export const getViewBitmap = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId/bitmap/:bitmapId',
  access: 'project:VIEWER',
  summary: 'A bitmap of a viewpoint, an image placed in the model',
  reply: bytes('image/*'),
  refuses: ['not_found'],
})

export const restoreIssue = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/:issueId/restore',
  access: 'project:CONTRIBUTOR',
  summary: 'Restore a deleted issue within 30 days; for the user who deleted it and EDITORs',
  reply: Issue,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.created'],
})

/** deleted issues per page */
export const DELETED_ISSUES_PAGE = 500

export const listDeletedIssues = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/trash',
  access: 'project:EDITOR',
  summary:
    'Issues deleted in the last 30 days, newest first, at most 500; `before` and `before_number`, those of the last one, get the next ones',
  query: z.object({
    /** deleted before then, or at that moment with a lower number than `before_number` */
    before: z.optional(Instant),
    before_number: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1))),
    /** only this issue */
    issue_id: z.optional(Id),
  }),
  reply: z.array(
    z.object({
      id: Id,
      number: z.number(),
      name: z.string(),
      deleted_by: z.nullable(Id),
      deleted_at: Instant,
    }),
  ),
  hears: ['issue.created', 'issue.deleted'],
})

export const watchIssue = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/watch',
  access: 'project:VIEWER',
  summary: 'Watch an issue, or stop watching it',
  unpaid: 'allowed',
  body: z.object({ watching: z.boolean() }),
  reply: null,
  refuses: ['not_found'],
  tells: ['issue.updated'],
  example: { body: { watching: true } },
})

export const relateIssue = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/related/:otherId',
  access: 'project:CONTRIBUTOR',
  summary: 'Relate two issues; the relation is mutual',
  reply: null,
  refuses: ['not_found', 'forbidden', 'conflict'],
  tells: ['issue.updated'],
})

export const unrelateIssue = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId/related/:otherId',
  access: 'project:CONTRIBUTOR',
  summary: 'Remove the relation of two issues',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.updated'],
})

export const addAnchor = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/:issueId/anchor',
  access: 'project:CONTRIBUTOR',
  summary: 'Add a location in a model or on a drawing; at most 50',
  body: NewAnchor,
  reply: Anchor,
  status: 201,
  refuses: ['not_found', 'forbidden', 'conflict'],
  tells: ['issue.updated'],
  example: {
    body: {
      bim_file_header_id: '5b0d3c9e-6f0a-4f6e-9a57-4a1f5a1c2b3d',
      variant_version_at_creation: 1,
      ifc_guid: '0LV8Pu4Uf1WA5ftNOIVgsV',
      ifc_class: 'IfcWall',
      element_name: 'Basic Wall 200 mm',
      point: { x: 12.5, y: -3.25, z: 7.1 },
    },
  },
})

export const deleteAnchor = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId/anchor/:anchorId',
  access: 'project:CONTRIBUTOR',
  summary: 'Remove a location',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.updated'],
})

export const addViewpoint = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/:issueId/viewpoint',
  access: 'project:CONTRIBUTOR',
  summary: 'Add a viewpoint with its snapshot; at most 20',
  body: NewIssueViewpoint,
  reply: IssueViewpoint,
  status: 201,
  refuses: ['not_found', 'unsupported_type', 'conflict'],
  tells: ['issue.updated'],
  example: {
    body: {
      perspective_camera: {
        camera_view_point: { x: 12, y: -20, z: 8 },
        camera_direction: { x: -0.4, y: 0.8, z: -0.3 },
        camera_up_vector: { x: 0, y: 0, z: 1 },
        field_of_view: 45,
        aspect_ratio: 1.6,
      },
    },
  },
})

export const getIssueViewpoint = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId',
  access: 'project:VIEWER',
  summary: 'One viewpoint with all its elements; the issue contains large viewpoints abridged',
  reply: IssueViewpoint,
  refuses: ['not_found'],
  hears: issueEvents,
})

export const deleteViewpoint = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId',
  access: 'project:CONTRIBUTOR',
  summary: 'Remove a viewpoint; for its author and EDITORs',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.updated'],
})

export const setViewpointMarkup = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId/markup',
  access: 'project:CONTRIBUTOR',
  summary:
    'Set the markup of a viewpoint’s snapshot, without changing the snapshot; an empty list removes the markup',
  body: z.object({ ...Markup.shape, version: z.number() }),
  reply: IssueViewpoint,
  refuses: ['not_found', 'forbidden', 'stale', 'wrong_state', 'conflict'],
  tells: ['issue.updated'],
  example: {
    body: {
      version: 1,
      shapes: [{ kind: 'BOX', from: [0.2, 0.2], to: [0.5, 0.5], color: 'RED', width: 0.006 }],
    },
  },
})
