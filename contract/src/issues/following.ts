import * as z from 'zod/mini'
import { Id, ModelName, PointXyz } from '../fields.ts'
import { endpoint } from '../http.ts'
import { Anchor } from './anchors.ts'
import { issueStatuses } from './issues.ts'
import { IfcGuid } from './viewpoints.ts'

/** Places of issues that a new version of a file left uncertain, and files that may be the wrong ones. */

const hears = [
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'project.updated',
  'anchors.updated',
] as const

/** A place whose element was not found again with certainty. */
export const DoubtfulPlace = z.object({
  issue_id: Id,
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
  anchor: Anchor,
  /** the viewpoint whose snapshot shows the place in the previous version; null without one */
  viewpoint_id: z.nullable(Id),
})
export type DoubtfulPlace = z.output<typeof DoubtfulPlace>

/** A version that issues do not follow until a person confirms that it is the right file. */
export const DoubtfulVersion = z.object({
  header_id: Id,
  header_name: z.string(),
  variant_id: Id,
  version: z.number(),
  /** share of the previous version's elements that were found again, 0 to 1 */
  share: z.number(),
})
export type DoubtfulVersion = z.output<typeof DoubtfulVersion>

export const listDoubtfulPlaces = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/doubtful',
  access: 'project:VIEWER',
  summary:
    'Places of open issues that need a look in the current versions of their files, at most 500, and versions that may be the wrong file',
  query: z.object({ bim_file_header_id: z.optional(Id) }),
  reply: z.object({ places: z.array(DoubtfulPlace), versions: z.array(DoubtfulVersion) }),
  hears: [...hears, 'variant.updated', 'header.updated'],
})

export const setAnchorElement = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/anchor/:anchorId/element',
  access: 'project:CONTRIBUTOR',
  summary:
    'Assign a place to an element of the current version, mark its element as gone, or undo such a decision; places of other issues at the same element follow',
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.literal('ELEMENT'),
      ifc_guid: IfcGuid,
      ifc_class: z.nullable(ModelName(80)),
      element_name: z.nullable(ModelName(500)),
      point: PointXyz,
    }),
    /** stays at a point of the model, without an element */
    z.object({ decision: z.literal('POINT'), point: PointXyz }),
    z.object({ decision: z.literal('GONE') }),
    z.object({ decision: z.literal('UNDECIDED') }),
  ]),
  reply: z.object({ anchor: Anchor, others: z.number() }),
  refuses: ['not_found', 'forbidden', 'wrong_state'],
  tells: ['issue.updated', 'anchors.updated'],
  example: { body: { decision: 'GONE' } },
})
