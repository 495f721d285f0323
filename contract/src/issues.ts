import * as z from 'zod/mini'
import { changes, Day, Id, Instant, Line, Point, Text } from './fields.ts'
import { bytes, endpoint } from './http.ts'
import { trades } from './trades.ts'
import { IfcGuid, NewViewpoint, Viewpoint } from './viewpoints.ts'

export const issueStatuses = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID'] as const
export type IssueStatus = (typeof issueStatuses)[number]
export const issueTypes = [
  'DEFECT',
  'CLASH',
  'COORDINATION',
  'RFI',
  'QUALITY',
  'SAFETY',
  'CHANGE',
  'TASK',
  'OTHER',
] as const
export const issuePriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type IssuePriority = (typeof issuePriorities)[number]
export const issueVisibilities = ['ALL', 'COMPANY', 'PRIVATE'] as const
export const issueSources = ['MANUAL', 'FIELD', 'BCF', 'IDS', 'CLASH', 'CHAT', 'API'] as const
export const anchorStates = ['ANCHORED', 'MOVED', 'REMATCHED', 'NEEDS_REVIEW', 'ORPHANED'] as const

const issueFields = {
  name: Line(1, 255),
  description: Text(10_000),
  type: z.enum(issueTypes),
  priority: z.enum(issuePriorities),
  trade: z.enum(trades),
  level_id: z.nullable(Id),
  section_id: z.nullable(Id),
  labels: z.array(Line(1, 60)).check(z.maxLength(50)),
  assignee_id: z.nullable(Id),
  due_date: z.nullable(Day),
  stage: z.nullable(Line(1, 60)),
  visibility: z.enum(issueVisibilities),
}

/** Where an issue is in a model: an element, a point on it, or both. World coordinates in metres, Z up. */
const anchorFields = {
  bim_file_header_id: Id,
  variant_version_at_creation: z.int().check(z.minimum(1)),
  ifc_guid: z.nullable(IfcGuid),
  ifc_class: z.nullable(z.string().check(z.maxLength(80))),
  element_name: z.nullable(z.string().check(z.maxLength(500))),
  point: Point,
}
export const NewAnchor = z.object(anchorFields)
export const Anchor = z.object({ ...anchorFields, id: Id, state: z.enum(anchorStates) })
export type Anchor = z.output<typeof Anchor>

const rowFields = {
  ...issueFields,
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
  /** raised by every change; sent as ETag */
  version: z.number(),
}

/** An issue in a list. */
export const IssueRow = z.object({
  ...rowFields,
  /** the viewpoint whose picture stands for the issue */
  cover_viewpoint: z.nullable(Id),
})
export type IssueRow = z.output<typeof IssueRow>

export const Issue = z.object({
  ...rowFields,
  watcher_ids: z.array(Id),
  anchors: z.array(Anchor),
  viewpoints: z.array(Viewpoint),
})
export type Issue = z.output<typeof Issue>

/** A mark in the model for an issue's first anchor. */
export const Pin = z.object({
  issue_id: Id,
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
  priority: z.enum(issuePriorities),
  bim_file_header_id: Id,
  ifc_guid: z.nullable(z.string()),
  point: Point,
})
export type Pin = z.output<typeof Pin>

/** A comma-separated list of values of an enumeration, as a query parameter. */
const listOf = <const T extends readonly string[]>(values: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(z.enum(values)),
    ),
  )

const filters = {
  /** words in the title or the description, or `#12` */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: listOf(issueStatuses),
  priority: listOf(issuePriorities),
  type: listOf(issueTypes),
  trade: listOf(trades),
  assignee_id: z.optional(Id),
  level_id: z.optional(Id),
}

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue',
  access: 'project:VIEWER',
  summary: 'Issues the caller may see, a page at a time; `next` asks for the page after it',
  query: z.object({
    ...filters,
    sort: z.optional(z.enum(['number', '-number', 'updated_at', '-updated_at'])),
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({ items: z.array(IssueRow), total: z.number(), next: z.nullable(z.string()) }),
  hears: ['issue.created', 'issue.updated', 'issue.deleted'],
})

export const listPins = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/pin',
  access: 'project:VIEWER',
  summary: 'Marks of the issues that have a place in a model, at most 10,000, newest first',
  query: z.object({ status: listOf(issueStatuses) }),
  reply: z.array(Pin),
  hears: ['issue.created', 'issue.updated', 'issue.deleted'],
})

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId',
  access: 'project:VIEWER',
  summary: 'One issue with its places and viewpoints',
  reply: Issue,
  hears: ['issue.updated', 'issue.deleted'],
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
  hears: ['issue.updated', 'issue.deleted'],
})

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue',
  access: 'project:CONTRIBUTOR',
  summary: 'Create an issue, with its places and viewpoints; the client may choose its id (the BCF GUID)',
  body: z.extend(z.partial(z.object(issueFields)), {
    id: z.optional(Id),
    name: issueFields.name,
    source: z.optional(z.enum(issueSources)),
    watcher_ids: z.optional(z.array(Id).check(z.maxLength(200))),
    anchors: z.optional(z.array(NewAnchor).check(z.maxLength(50))),
    viewpoints: z.optional(z.array(NewViewpoint).check(z.maxLength(10))),
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
  summary:
    'Change fields or the status of an issue; If-Match with its ETag refuses a change of what moved on',
  body: changes({ ...issueFields, status: z.enum(issueStatuses) }),
  reply: Issue,
  refuses: ['not_found', 'forbidden', 'stale', 'wrong_state'],
  tells: ['issue.updated'],
  example: { body: { name: 'Crack in slab, axis C to D' } },
})

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId',
  access: 'project:CONTRIBUTOR',
  summary: 'Delete an issue',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue.deleted'],
})

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/viewpoint/:viewpointId/snapshot',
  access: 'project:VIEWER',
  summary: 'The picture of a viewpoint',
  reply: bytes('image/png'),
})
