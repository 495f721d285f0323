import type { Cursor } from '../step/cursor.ts'

/**
 * Expected geometry of an element: none, a body, a reference to a missing shape, a body with openings subtracted, or nothing
 * but surfaces and solids of kinds that the first engine does not know.
 */
export const ShapeState = { none: 0, body: 1, missing: 2, cut: 3, unknown: 4 } as const
export type ShapeState = (typeof ShapeState)[keyof typeof ShapeState]

/** Representations that never are the body of an element, even if they consist of solids. */
const NOT_BODY = new Set(['box', 'clearance', 'lighting', 'reference', 'cog', 'profile'])
/** Whether a representation is called something that is never drawn with a body: the room around a door, a reference shape. */
export function isBesideBody(cursor: Cursor, representation: number): boolean {
  return cursor.openId(representation) && NOT_BODY.has(cursor.skip(1).string().toLowerCase())
}

/** Whether the surfaces of a representation of this name (in small letters) are regions of a plan, or never drawn. */
export function isPlanName(name: string): boolean {
  return NOT_BODY.has(name) || FLAT.test(name)
}

/** Representation items with a surface. Half spaces are unbounded, and bounding boxes are not shapes. */
const SOLID =
  /^IFC(\w*SOLID|\w*SOLIDTAPERED|\w*SOLID(HORIZONTAL|POLYGONAL)|\w*BREP\w*|BOOLEAN\w*RESULT|CSG\w+|\w*SURFACEMODEL|\w*FACESET|TRIANGULATEDIRREGULARNETWORK|BLOCK|SPHERE|RIGHTCIRCULAR\w+|RECTANGULARPYRAMID|SECTIONEDSURFACE|(OPEN|CLOSED)SHELL)$/
export const isSolid = (entity: string): boolean => SOLID.test(entity)
/** Bounded surfaces and solids that the first engine does not draw; the second one draws some of them. */
const UNKNOWN =
  /^IFC(SECTIONEDSPINE|REVOLVEDAREASOLIDTAPERED|CURVEBOUNDED(PLANE|SURFACE)|RECTANGULARTRIMMEDSURFACE|SURFACEOF\w+|\w*BSPLINESURFACE\w*|(SPHERICAL|TOROIDAL)SURFACE)$/
/** Those that neither engine draws. */
const NEVER_DRAWN =
  /^IFC(SECTIONEDSPINE|REVOLVEDAREASOLIDTAPERED|SURFACEOFREVOLUTION|(SPHERICAL|TOROIDAL)SURFACE)$/
/** Whether an entity is a bounded surface, or a solid of a kind that the first engine does not know. */
export const isDrawnSurface = (entity: string): boolean => UNKNOWN.test(entity)
/** Representations in which a surface is a region of a plan. */
const FLAT = /^(axis|footprint|plan|annotation)$/
const HALF_SPACE = /HALFSPACE/
/** Other items of a representation: lines, points, texts, sets of them, and surfaces without a body. */
const ITEM =
  /^IFC(\w*CURVE\w*|\w*SEGMENT|\w*POINT\w*|\w*LINE|CIRCLE|ELLIPSE|\w*SET|\w*BOX|\w*SURFACE\w*|\w*PLANE|\w*PLACEMENT\w*|\w*SOLID|TEXT\w+|ANNOTATION\w+|\w*ITEM|\w*SPIRAL|CLOTHOID|VECTOR|DIRECTION|\w*FILLAREA\w*|\w*LIGHTSOURCE\w*|\w*FACE|\w*EDGE|\w*LOOP|\w*VERTEX\w*)$/
/** Entities that are never drawn, regardless of their representation. */
const NOT_DRAWN = /^IFC(PROJECT|OPENING\w*)$/
/** Virtual boundaries without matter, whose surfaces are not drawn; their solids, such as clearances, are. */
const IMAGINARY = 'IFCVIRTUALELEMENT'
/** Maximum depth of mapped items in mapped items. */
const DEEPEST_MAP = 16

export function hasBody(state: number | undefined): boolean {
  return state === ShapeState.body || state === ShapeState.cut || state === ShapeState.unknown
}

/** Whether the items of a representation are a body, something else, or not in the file. */
export class RepresentationKinds {
  #cursor: Cursor
  #known = new Map<number, ShapeState>()

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /** @param named whether a name that never means a body is respected */
  stateOf(representation: number, named = true, depth = 0): ShapeState {
    const cursor = this.#cursor
    if (named) {
      const known = this.#known.get(representation)
      if (known !== undefined) return known
      // An unfinished answer for representations that contain themselves.
      this.#known.set(representation, ShapeState.none)
    }
    const isRepresentation = /REPRESENTATION$/.test(cursor.file.entityOf(representation))
    let state: ShapeState = ShapeState.missing
    if (isRepresentation && cursor.openId(representation)) {
      const name = cursor.skip(1).string().toLowerCase()
      const items = cursor.skip(1).refs()
      state = named && NOT_BODY.has(name) ? ShapeState.none : this.#stateOfItems(items, named, depth)
      if (state === ShapeState.unknown && FLAT.test(name)) state = ShapeState.none
    }
    if (named) this.#known.set(representation, state)
    return state
  }

  #stateOfItems(items: number[], named: boolean, depth: number): ShapeState {
    const { file } = this.#cursor
    let state: ShapeState = ShapeState.none
    for (const item of items) {
      const entity = file.entityOf(item)
      const parts = entity === 'IFCGEOMETRICSET' && this.#cursor.openId(item) ? this.#cursor.refs() : [item]
      if (parts.some((part) => UNKNOWN.test(file.entityOf(part)))) {
        state = ShapeState.unknown
        continue
      }
      if (SOLID.test(entity) && !HALF_SPACE.test(entity)) return ShapeState.body
      if (entity === 'IFCMAPPEDITEM') {
        const map = this.#cursor.openId(item) ? this.#cursor.ref() : 0
        const source = this.#cursor.openId(map) ? this.#cursor.skip(1).ref() : 0
        const mapped = depth < DEEPEST_MAP ? this.stateOf(source, named, depth + 1) : ShapeState.none
        if (mapped === ShapeState.body) return mapped
        state = getClearer(state, mapped)
      } else if (!ITEM.test(entity)) state = getClearer(state, ShapeState.missing)
    }
    return state
  }
}

/** The shape state of every element, derived from its own representation. */
export function computeShapeStates(cursor: Cursor, ids: Uint32Array): Uint8Array {
  const cut = new Set<number>()
  for (const slot of cursor.file.slotsOf('IFCRELVOIDSELEMENT')) cut.add(cursor.open(slot).skip(4).ref())
  const drawn = cursor.file.kinds.map((entity) => !NOT_DRAWN.test(entity))
  const kinds = new RepresentationKinds(cursor)
  const states = new Uint8Array(ids.length)
  for (let element = 0; element < states.length; element++) {
    const id = ids[element] ?? 0
    const slot = cursor.slot(id)
    if (slot < 0 || !drawn[cursor.file.kind.at(slot)]) continue
    const state = bodyState(cursor, kinds, slot)
    if (cursor.file.kindName(cursor.slot(id)) === IMAGINARY && state !== ShapeState.body) continue
    states[element] = state === ShapeState.body && cut.has(id) ? ShapeState.cut : state
  }
  return states
}

/**
 * Elements that have a body, and besides it surfaces or solids that neither engine draws.
 * @param drawn such solids that are drawn as something else
 */
export function listPartlyDrawn(
  cursor: Cursor,
  ids: Uint32Array,
  shapes: Uint8Array,
  drawn: ReadonlySet<number>,
): number[] {
  const { file } = cursor
  if (!file.kinds.some((entity) => NEVER_DRAWN.test(entity))) return []
  const isLost = (representation: number) => {
    const name = cursor.openId(representation) ? cursor.skip(1).string().toLowerCase() : ''
    return (
      !isPlanName(name) &&
      cursor
        .skip(1)
        .refs()
        .some((item) => NEVER_DRAWN.test(file.entityOf(item)) && !drawn.has(item))
    )
  }
  const found: number[] = []
  for (const [element, state] of shapes.entries()) {
    if (state !== ShapeState.body && state !== ShapeState.cut) continue
    const definition = cursor.openId(ids[element] ?? 0) ? cursor.skip(6).ref() : 0
    const representations = cursor.openId(definition) ? cursor.skip(2).refs() : []
    if (representations.some(isLost)) found.push(element)
  }
  return found
}

/** Looks for a body among the representations, by their items; axes, footprints and reference points do not count. */
function bodyState(cursor: Cursor, kinds: RepresentationKinds, slot: number): ShapeState {
  const definition = cursor.open(slot).skip(6).ref()
  if (definition === 0) return ShapeState.none
  if (!/^IFCPRODUCT(DEFINITIONSHAPE|REPRESENTATION)$/.test(cursor.file.entityOf(definition)))
    return ShapeState.missing
  const representations = cursor.openId(definition) ? cursor.skip(2).refs() : []
  let found: ShapeState = representations.length === 0 ? ShapeState.missing : ShapeState.none
  for (const representation of representations.slice(0, 64)) {
    const state = kinds.stateOf(representation)
    if (state === ShapeState.body) return state
    found = getClearer(found, state)
  }
  return found
}

/** Of two states without a body, the more specific one. */
function getClearer(one: ShapeState, other: ShapeState): ShapeState {
  return [ShapeState.unknown, ShapeState.missing].find((state) => state === one || state === other) ?? one
}
