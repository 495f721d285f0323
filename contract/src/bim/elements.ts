import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { parseCondition } from './elements.rules.ts'

/** Elements of models: search over all files of a project, and comparison of two versions of one. */

export const propertyTypes = ['TEXT', 'NUMBER', 'BOOLEAN', 'RATING'] as const

/** An element of a file's current version. */
export const ElementHit = z.object({
  header_id: Id,
  variant_id: Id,
  /** index in the converted model: structure.elements, chunks, properties */
  element: z.number(),
  /** GlobalId */
  guid: z.string(),
  /** IFC entity: IfcDoor */
  class: z.string(),
  name: z.string(),
  tag: z.string(),
  /** name of the element's type, '' without one */
  type: z.string(),
  /** the file's name of the storey, '' outside of any */
  storey: z.string(),
  /** level of the project that matches the storey */
  level_id: z.nullable(Id),
  /** the matching property and value of each condition */
  values: z.array(z.object({ set: z.string(), name: z.string(), value: z.string() })),
})
export type ElementHit = z.output<typeof ElementHit>

const Words = z.string().check(z.trim(), z.maxLength(200))
const PropertyCondition = z.string().check(
  z.maxLength(600),
  z.refine((text) => parseCondition(text) !== null, {
    error: 'Write Set.Property, one of = != < <= > >= ~ and a value, or Set.Property exists',
  }),
)

/** a GlobalId as files have them, also malformed ones */
const ElementGuid = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))

export const ElementQuery = z.object({
  /** prefixes of words in name, type, class (“fire door”), tag and long name, all of which must match; or a GlobalId */
  q: z.optional(Words),
  /** IfcDoor or door; IfcWall includes IfcWallStandardCase */
  class: z.optional(Words),
  type: z.optional(Words),
  storey: z.optional(Words),
  level_id: z.optional(Id),
  /** name of the room */
  space: z.optional(Words),
  /** system, zone or group */
  system: z.optional(Words),
  /** prefix of a code: Ss_25_30 */
  classification: z.optional(Words),
  material: z.optional(Words),
  header_id: z.optional(Id),
  /** conditions such as Pset_DoorCommon.FireRating<EI30; repeatable, all must hold */
  property: z.optional(z.union([PropertyCondition, z.array(PropertyCondition).check(z.maxLength(10))])),
})
export type ElementQuery = z.output<typeof ElementQuery>

const elementEvents = ['header.updated', 'variant.updated', 'level.updated'] as const

/** elements of one download */
export const MAX_CSV_ELEMENTS = 200_000

export const searchElements = endpoint({
  method: 'GET',
  path: '/api/project/:id/element',
  access: 'project:VIEWER',
  summary:
    'Elements in the current versions of all files. All that is given must hold. A property condition is Set.Property, an operator (= != < <= > >= ~ for “contains”) and a value, or “Set.Property exists”; without “Set.” the property may be in any set; names with points or operators stand in double quotes. Numbers are compared in the unit the value names (900 mm), else in the property’s own; ratings (EI30, REI 120, F90, T30-RS, 1 h) by their minutes; != wants the property with another value. format=csv downloads all hits, 200,000 at most',
  query: z.extend(ElementQuery, {
    /** cursor of the previous page */
    cursor: z.optional(z.string().check(z.maxLength(80))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  reply: z.object({
    elements: z.array(ElementHit),
    /** count over all pages */
    total: z.number(),
    /** null on the last page */
    cursor: z.nullable(z.string()),
  }),
  also: bytes('text/csv'),
  hears: elementEvents,
  example: { query: { q: 'door', property: 'Pset_DoorCommon.FireRating<EI60' } },
})

const Counted = z.object({ value: z.string(), count: z.number() })
export const PropertyFacet = z.object({
  set: z.string(),
  name: z.string(),
  data_type: z.enum(propertyTypes),
  /** the most frequent unit, '' without one */
  unit: z.string(),
  /** count of elements with this property */
  count: z.number(),
  /** the most frequent values */
  values: z.array(Counted),
})
export type PropertyFacet = z.output<typeof PropertyFacet>

export const getElementFacets = endpoint({
  method: 'GET',
  path: '/api/project/:id/element/facet',
  access: 'project:VIEWER',
  summary:
    'What can be searched for in the current versions of all files: classes, types, storeys, rooms, systems, classifications, materials and properties with their most frequent values, the most frequent first, at most 500 of each and 300 properties; q leaves those with a part of this name',
  query: z.object({ q: z.optional(Words), header_id: z.optional(Id) }),
  reply: z.object({
    /** count of elements in all files */
    elements: z.number(),
    classes: z.array(Counted),
    types: z.array(Counted),
    storeys: z.array(z.object({ ...Counted.shape, level_id: z.nullable(Id) })),
    spaces: z.array(Counted),
    systems: z.array(Counted),
    classifications: z.array(Counted),
    materials: z.array(Counted),
    properties: z.array(PropertyFacet),
  }),
  hears: elementEvents,
})

export const findElement = endpoint({
  method: 'GET',
  path: '/api/project/:id/element/:guid',
  access: 'project:VIEWER',
  summary:
    'The elements with a GlobalId in the current versions of all files; an empty list if there are none',
  params: z.object({ id: Id, guid: ElementGuid }),
  reply: z.array(ElementHit),
  hears: elementEvents,
})

/** `reidentified`: the same in all but its GlobalId */
export const elementChanges = ['added', 'removed', 'changed', 'reidentified'] as const
export const changedParts = ['name', 'class', 'type', 'storey', 'property', 'shape', 'place'] as const

/** ids of the older and the newer version */
const ComparedVersions = { from: z.optional(Id), to: z.optional(Id) }
const ChangedPart = z.object({
  part: z.enum(changedParts),
  set: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
})
const Version = z.object({ variant_id: Id, version: z.number() })

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/compare',
  access: 'project:VIEWER',
  summary:
    'Elements that were added, removed or changed between two converted versions of a file, whose elements are matched whatever their GlobalIds; without from and to, the current version against the one before; those with another GlobalId only are listed if kind asks for them. format=csv downloads them all, a line for each difference',
  query: z.object({
    ...ComparedVersions,
    kind: z.optional(z.enum(elementChanges)),
    /** only elements with a change of this part */
    part: z.optional(z.enum(changedParts)),
    cursor: z.optional(z.string().check(z.maxLength(40))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  reply: z.object({
    from: Version,
    to: Version,
    counts: z.object({
      added: z.number(),
      removed: z.number(),
      changed: z.number(),
      reidentified: z.number(),
      same: z.number(),
      /** of the changed ones */
      moved: z.number(),
      shape: z.number(),
      properties: z.number(),
    }),
    /**
     * how far the elements of the whole model moved, in the mean, and by how much it was turned; elements that moved with it
     * are not listed as moved. Null for a model that stayed
     */
    whole: z.nullable(z.object({ moved_m: z.number(), turned_deg: z.number() })),
    /** share of the older version's elements that were found again, 0 to 1 */
    share: z.number(),
    elements: z.array(
      z.object({
        kind: z.enum(elementChanges),
        guid: z.string(),
        class: z.string(),
        name: z.string(),
        /** in the newer version, of a removed element in the older one; '' outside of storeys */
        storey: z.string(),
        /** index in the older and the newer model, null where it is missing */
        from_element: z.nullable(z.number()),
        to_element: z.nullable(z.number()),
        /** metres; 0 for elements that were not moved */
        moved_m: z.number(),
        /** how the element was found again, and how certainly, 0 to 100; '' for added and removed ones */
        found_by: z.string(),
        score: z.number(),
        /** differences of a changed element; `from` and `to` are '' for shape and place */
        changes: z.array(ChangedPart),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  also: bytes('text/csv'),
  refuses: ['not_found', 'wrong_state'],
  hears: ['header.updated', 'variant.updated'],
})

const ChangeCount = z.object({
  /** name of the storey or class; '' outside of storeys */
  value: z.string(),
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
})
export type ChangeCount = z.output<typeof ChangeCount>

export const countChanges = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/compare/count',
  access: 'project:VIEWER',
  summary:
    'How many elements were added, removed or changed between two versions of a file, by storey and by class, most changes first; without from and to, the current version against the one before',
  query: z.object(ComparedVersions),
  reply: z.object({ storeys: z.array(ChangeCount), classes: z.array(ChangeCount) }),
  refuses: ['not_found', 'wrong_state'],
  hears: ['header.updated', 'variant.updated'],
})

/** how many versions one reply of an element's history has */
export const MAX_HISTORY = 20

/** `first`: the oldest converted version has it; `unknown`: the version was not compared with the previous one */
export const historyKinds = ['first', 'added', 'changed', 'reidentified', 'same', 'unknown'] as const

export const listElementHistory = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/element/:guid/history',
  access: 'project:VIEWER',
  summary:
    'What became of an element through the versions of its file, from a version (the current one by default) back to the one that added it, whatever its GlobalIds; after 20 versions it goes on with the last one and its GlobalId',
  params: z.object({ id: Id, headerId: Id, guid: ElementGuid }),
  query: z.object({ variant_id: z.optional(Id) }),
  reply: z.array(
    z.object({
      variant_id: Id,
      version: z.number(),
      created_at: Instant,
      kind: z.enum(historyKinds),
      /** its GlobalId in this version */
      guid: z.string(),
      /** metres; 0 if it was not moved */
      moved_m: z.number(),
      changes: z.array(ChangedPart),
    }),
  ),
  refuses: ['not_found', 'wrong_state'],
  hears: ['header.updated', 'variant.updated'],
})
