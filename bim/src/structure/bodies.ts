import type { Cursor } from '../step/cursor.ts'

/**
 * Expected geometry of an element: none, a body, a reference to a missing shape, or a body with openings
 * subtracted.
 */
export const ShapeState = { none: 0, body: 1, missing: 2, cut: 3 } as const
export type ShapeState = (typeof ShapeState)[keyof typeof ShapeState]

const BODY_NAMES = new Set(['Body', 'Body-FallBack', 'Facetation', 'Tessellation'])
const BODY_TYPES =
  /^(Brep|AdvancedBrep|SweptSolid|AdvancedSweptSolid|Clipping|CSG|SolidModel|SurfaceModel|Tessellation|SectionedSpine|MappedRepresentation)$/i
/** Entities drawn as lines or not at all, whatever their representation says. */
const NOT_SOLID =
  /^IFC(ANNOTATION|GRID|VIRTUALELEMENT|REFERENT|ALIGNMENT\w*|LINEAR\w*|POSITIONING\w*|OPENING\w*)$/

export function hasBody(state: number | undefined): boolean {
  return state === ShapeState.body || state === ShapeState.cut
}

/** The shape state of every element, derived from its own representation. */
export function computeShapeStates(cursor: Cursor, ids: Uint32Array): Uint8Array {
  const cut = new Set<number>()
  for (const slot of cursor.file.slotsOf('IFCRELVOIDSELEMENT')) cut.add(cursor.open(slot).skip(4).ref())
  const solid = cursor.file.kinds.map((entity) => entity !== 'IFCPROJECT' && !NOT_SOLID.test(entity))
  const states = new Uint8Array(ids.length)
  for (let element = 0; element < states.length; element++) {
    const id = ids[element] ?? 0
    const slot = cursor.slot(id)
    if (slot < 0 || !solid[cursor.file.kind.at(slot)]) continue
    const state = bodyState(cursor, slot)
    states[element] = state === ShapeState.body && cut.has(id) ? ShapeState.cut : state
  }
  return states
}

/** Looks for a body representation; axes, footprints and reference points do not count. */
function bodyState(cursor: Cursor, slot: number): ShapeState {
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
