import type { Cursor } from '../step/cursor.ts'

/** Whether an element should be seen: without a shape, with one, or with one that refers to nothing. */
export const ShapeState = { none: 0, body: 1, missing: 2 } as const
export type ShapeState = (typeof ShapeState)[keyof typeof ShapeState]

const BODY_NAMES = new Set(['Body', 'Body-FallBack', 'Facetation', 'Tessellation'])
const BODY_TYPES =
  /^(Brep|AdvancedBrep|SweptSolid|AdvancedSweptSolid|Clipping|CSG|SolidModel|SurfaceModel|Tessellation|SectionedSpine|MappedRepresentation)$/i
/** Drawn as lines or not at all, whatever their representation says. */
const NOT_SOLID =
  /^IFC(ANNOTATION|GRID|VIRTUALELEMENT|REFERENT|ALIGNMENT\w*|LINEAR\w*|POSITIONING\w*|OPENING\w*)$/

/** What an element's own representation promises. Points of view, axes and footprints do not count as a shape. */
export function bodyState(cursor: Cursor, slot: number): ShapeState {
  const entity = slot < 0 || cursor.file.kindName(slot)
  if (entity === true || entity === 'IFCPROJECT' || NOT_SOLID.test(entity)) return ShapeState.none
  const definition = cursor.open(slot).skip(6).ref()
  if (definition === 0) return ShapeState.none
  if (!cursor.openId(definition)) return ShapeState.missing
  const representations = cursor.skip(2).refs()
  let dangling = representations.length === 0
  for (const representation of representations.slice(0, 64)) {
    if (!cursor.openId(representation)) {
      dangling = true
      continue
    }
    const name = cursor.skip(1).string()
    const type = cursor.string()
    const items = cursor.refs()
    if (items.length > 0 && (BODY_NAMES.has(name) || (name === '' && BODY_TYPES.test(type))))
      return ShapeState.body
  }
  return dangling ? ShapeState.missing : ShapeState.none
}
