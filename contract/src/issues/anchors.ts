import * as z from 'zod/mini'
import { Id, ModelName, PointXyz } from '../fields.ts'
import { IfcGuid } from './viewpoints.ts'

export const anchorStates = ['ANCHORED', 'MOVED', 'REMATCHED', 'NEEDS_REVIEW', 'ORPHANED'] as const

/**
 * The location of an issue. In a model: an element, a point in world coordinates (metres, Z up), or both. On a drawing: x
 * and y as fractions of the sheet from its upper left corner, z is the page, from 1.
 */
const anchorFields = {
  bim_file_header_id: Id,
  variant_version_at_creation: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  ifc_guid: z.nullable(IfcGuid),
  ifc_class: z.nullable(ModelName(80)),
  element_name: z.nullable(ModelName(500)),
  point: PointXyz,
}
export const NewAnchor = z.object({
  ...anchorFields,
  /** the nearest axes of the models' grids, such as "C/3" */
  axes: z.optional(z.nullable(ModelName(60))),
})
/** How the matching of two versions found an element (bim/src/revisions); PERSON: decided by a person. */
export const foundWays = [
  ...(['GUID', 'TAG', 'NAME', 'PLACE', 'ALIKE', 'TOGETHER', 'NEAREST', 'SIMILAR'] as const),
  ...(['SPLIT', 'MERGED', 'TREE', 'PERSON'] as const),
] as const
/** An element of the current version that may be the anchor's. */
export const AnchorCandidate = z.object({
  guid: z.string(),
  name: z.string(),
  class: z.string(),
  /** 0 to 100 */
  score: z.number(),
  /** its centre */
  centre: z.tuple([z.number(), z.number(), z.number()]),
  /** from the centre of the element that is looked for, metres */
  move: z.optional(z.tuple([z.number(), z.number(), z.number()])),
})
export const Anchor = z.object({
  ...anchorFields,
  id: Id,
  /** the nearest grid axes, such as "C/3"; null: none nearby, or not known since the place changed */
  axes: z.nullable(z.string()),
  state: z.enum(anchorStates),
  /**
   * who set the place: FILE: a view of an imported BCF file that selects the element; CAMERA: the centre of a view without a
   * selection; null: a person
   */
  located_by: z.nullable(z.enum(['FILE', 'CAMERA'])),
  /** version for which the state was decided; null: not followed since the anchor was made */
  state_version: z.nullable(z.number()),
  /** how the element was found again; null: it was not, or needed not be */
  found_by: z.nullable(z.enum(foundWays)),
  /** certainty of the match, 0 to 100 */
  score: z.nullable(z.number()),
  /** metres from the place in the previous version; null: not moved */
  moved_m: z.nullable(z.number()),
  /** only for NEEDS_REVIEW, best first */
  candidates: z.array(AnchorCandidate),
})
export type Anchor = z.output<typeof Anchor>
