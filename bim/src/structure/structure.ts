import type { ConversionWarning, Structure } from '../model.ts'
import { getTagPosition } from '../properties/attribute-names.ts'
import type { Cursor } from '../step/cursor.ts'
import { isElementEntity, isOpeningEntity, toIfcSpelling } from './entities.ts'
import { readGroups } from './groups.ts'

// Kinds of parent relations by precedence: the relation with the higher value determines an element's parent.
const LOOSE = 0
const HOSTED = 1
const CONTAINED = 2
const NESTED = 3
const AGGREGATED = 4

/** Relations of an element, their fifth argument, with others that are attached to it. */
const ATTACHED = [
  'IFCRELPROJECTSELEMENT',
  'IFCRELADHERESTOELEMENT',
  'IFCRELCOVERSBLDGELEMENTS',
  'IFCRELCOVERSSPACES',
]

export interface StoreyRow {
  element: number
  guid: string
  name: string
  /** metres; null when the file does not state it */
  elevation_m: number | null
}

export type HeightsOf = (placements: Iterable<number>) => Map<number, number | null>

/** The model tree, with the lookup tables needed to attach properties and shapes to its elements. */
export interface StructureTable {
  structure: Structure
  /** STEP entity number of each element */
  ids: Uint32Array
  /** element index by slot of a kept statement, -1 for none */
  elementOfSlot: Int32Array
  /** STEP entity number of each type in Structure.types */
  typeIds: number[]
  storeys: StoreyRow[]
  project: number
  warnings: ConversionWarning[]
}

/**
 * Reads the model tree. Every element appears once, below its parent, even if the file contains cycles.
 * @param metres metres per length unit of the file, for the elevations of storeys
 * @param heightsOf heights of placements in the file's unit, for storeys that do not state their elevation
 */
export function readStructure(cursor: Cursor, metres: number, heightsOf: HeightsOf): StructureTable {
  const things = collectThings(cursor)
  const parents = new Parents(cursor, things)
  const order = walkTree(cursor, things, parents)
  const ids = new Uint32Array(order.slots.length)
  for (let element = 0; element < ids.length; element++)
    ids[element] = cursor.file.id.at(order.slots[element] ?? 0)
  const table: StructureTable = {
    structure: emptyStructure(),
    ids,
    elementOfSlot: order.elementOfSlot,
    typeIds: [],
    storeys: [],
    project: order.project,
    warnings: parents.conflicts > 0 || order.cut > 0 ? [loopWarning(parents.conflicts + order.cut)] : [],
  }
  fillElements(cursor, table, order)
  fillTypes(cursor, table)
  table.structure.groups = readGroups(cursor, table.elementOfSlot)
  fillStoreys(cursor, table, metres, heightsOf)
  return table
}

function emptyStructure(): Structure {
  const elements = { guid: [], name: [], tag: [], class: [], type: [], parent: [], storey: [] }
  return { elements, classes: [], types: [], groups: [] }
}

function loopWarning(count: number): ConversionWarning {
  const message = 'Some elements contain themselves or have several parents in the tree; each is shown once.'
  return { code: 'SPATIAL_LOOP', message, count }
}

/** Marks the slots of all statements that are rows of the structure. */
function collectThings(cursor: Cursor): Uint8Array {
  const { file } = cursor
  const known = file.kinds.map(isElementEntity)
  const things = new Uint8Array(file.id.length)
  for (let slot = 0; slot < things.length; slot++) if (known[file.kind.at(slot)]) things[slot] = 1
  // Elements of unknown classes (newer schemas) are included when a spatial structure contains them.
  for (const slot of file.slotsOf('IFCRELCONTAINEDINSPATIALSTRUCTURE')) {
    for (const id of cursor.open(slot).skip(4).refs()) {
      const child = cursor.slot(id)
      if (child >= 0) things[child] = 1
    }
  }
  return things
}

class Parents {
  /** parent slot by slot, -1 for none */
  readonly slots: Int32Array
  conflicts = 0
  #strength: Uint8Array
  #cursor: Cursor
  #things: Uint8Array

  constructor(cursor: Cursor, things: Uint8Array) {
    this.#cursor = cursor
    this.#things = things
    this.slots = new Int32Array(things.length).fill(-1)
    this.#strength = new Uint8Array(things.length)
    this.#readRelations('IFCRELAGGREGATES', AGGREGATED)
    this.#readRelations('IFCRELNESTS', NESTED)
    for (const slot of cursor.file.slotsOf('IFCRELCONTAINEDINSPATIALSTRUCTURE')) {
      const children = cursor.open(slot).skip(4).refs()
      this.#claim(cursor.ref(), children, CONTAINED)
    }
    this.#readHosts()
  }

  #readRelations(kind: string, strength: number): void {
    for (const slot of this.#cursor.file.slotsOf(kind)) {
      const parent = this.#cursor.open(slot).skip(4).ref()
      this.#claim(parent, this.#cursor.refs(), strength)
    }
  }

  #claim(parentId: number, children: number[], strength: number): void {
    const parent = this.#cursor.slot(parentId)
    if (parent < 0 || this.#things[parent] !== 1) return
    for (const id of children) {
      const child = this.#cursor.slot(id)
      if (child < 0 || this.#things[child] !== 1) continue
      const before = this.#strength[child] ?? LOOSE
      if (before === strength && this.slots[child] !== parent) this.conflicts++
      if (before >= strength || child === parent) continue
      this.slots[child] = parent
      this.#strength[child] = strength
    }
  }

  /**
   * Assigns openings to the elements that they cut. A door or window without a container is assigned to the wall of its
   * opening; a projection, surface feature or covering without a container to the element it is attached to.
   */
  #readHosts(): void {
    const { file } = this.#cursor
    const hosts = new Map<number, number>()
    for (const slot of file.slotsOf('IFCRELVOIDSELEMENT')) {
      const host = this.#cursor.open(slot).skip(4).ref()
      const opening = this.#cursor.ref()
      hosts.set(opening, host)
      if (isOpeningEntity(file.entityOf(opening))) this.#claim(host, [opening], NESTED)
    }
    for (const slot of file.slotsOf('IFCRELFILLSELEMENT')) {
      const opening = this.#cursor.open(slot).skip(4).ref()
      this.#claim(hosts.get(opening) ?? 0, this.#cursor.refs(), HOSTED)
    }
    for (const relation of ATTACHED) this.#readRelations(relation, HOSTED)
  }
}

interface Order {
  /** slots, parents before children */
  slots: number[]
  parent: number[]
  /** element index by slot, -1 for none */
  elementOfSlot: Int32Array
  project: number
  /** number of elements whose parent chain never reaches a root */
  cut: number
}

function walkTree(cursor: Cursor, things: Uint8Array, parents: Parents): Order {
  // The children of a parent form a linked list, in reverse file order.
  const lastChild = new Int32Array(things.length).fill(-1)
  const before = new Int32Array(things.length).fill(-1)
  const roots: number[] = []
  for (let slot = 0; slot < things.length; slot++) {
    if (things[slot] !== 1) continue
    const parent = parents.slots[slot] ?? -1
    if (parent < 0) roots.push(slot)
    else {
      before[slot] = lastChild[parent] ?? -1
      lastChild[parent] = slot
    }
  }
  const isProject = (slot: number) => cursor.file.kindName(slot) === 'IFCPROJECT'
  const project = roots.find(isProject) ?? -1
  roots.sort((a, b) => Number(b === project) - Number(a === project) || a - b)
  const elementOfSlot = new Int32Array(things.length).fill(-1)
  const order: Order = { slots: [], parent: [], elementOfSlot, project: project < 0 ? -1 : 0, cut: 0 }
  const walk = (root: number) => {
    const stack = [root]
    for (let slot = stack.pop(); slot !== undefined; slot = stack.pop()) {
      if (elementOfSlot[slot] !== -1) continue
      const above = slot === root ? -1 : (elementOfSlot[parents.slots[slot] ?? -1] ?? -1)
      elementOfSlot[slot] = order.slots.push(slot) - 1
      order.parent.push(slot === root && root !== project ? order.project : above)
      for (let child = lastChild[slot] ?? -1; child >= 0; child = before[child] ?? -1) stack.push(child)
    }
  }
  for (const root of roots) walk(root)
  for (let slot = 0; slot < things.length; slot++) {
    if (things[slot] !== 1 || elementOfSlot[slot] !== -1) continue
    order.cut++
    walk(findLoop(parents, slot))
  }
  return order
}

/** A slot among the ancestors of a slot that contain each other. */
function findLoop({ slots }: Parents, slot: number): number {
  const passed = new Set<number>()
  let at = slot
  for (; !passed.has(at); at = slots[at] ?? -1) passed.add(at)
  return at
}

/** Treats a blank name as empty, so that callers fall back to another label. */
const nameAt = (cursor: Cursor): string => {
  const name = cursor.string()
  return name.trim() === '' ? '' : name
}

/** People call a space by its number and its long name: "1.04 Kitchen". */
function nameSpace(cursor: Cursor, name: string): string {
  const long = cursor.skip(4).string().trim()
  return name === '' || long.toLowerCase().includes(name.trim().toLowerCase())
    ? long || name
    : `${name} ${long}`.trim()
}

function fillElements(cursor: Cursor, table: StructureTable, order: Order): void {
  const { elements, classes } = table.structure
  const { file } = cursor
  const classOf = new Int32Array(file.kinds.length).fill(-1)
  const tagAt = file.kinds.map(getTagPosition)
  for (let element = 0; element < order.slots.length; element++) {
    const slot = order.slots[element] ?? 0
    const kind = file.kind.at(slot)
    if (classOf[kind] === -1) classOf[kind] = classes.push(toIfcSpelling(file.kindName(slot))) - 1
    elements.guid.push(cursor.open(slot).string())
    const name = nameAt(cursor.skip(1))
    elements.name.push(file.kindName(slot) === 'IFCSPACE' ? nameSpace(cursor, name) : name)
    const tag = tagAt[kind] ?? -1
    elements.tag.push(tag < 0 ? '' : cursor.skip(tag - 3).string())
    elements.class.push(classOf[kind] ?? -1)
    elements.type.push(-1)
    elements.parent.push(order.parent[element] ?? -1)
    elements.storey.push(-1)
  }
}

function fillTypes(cursor: Cursor, table: StructureTable): void {
  const { structure, typeIds, elementOfSlot } = table
  const known = new Map<number, number>()
  for (const slot of cursor.file.slotsOf('IFCRELDEFINESBYTYPE')) {
    const related = cursor.open(slot).skip(4).refs()
    const typeId = cursor.ref()
    const typeSlot = cursor.slot(typeId)
    if (typeSlot < 0) continue
    let index = known.get(typeId)
    if (index === undefined) {
      const guid = cursor.open(typeSlot).string()
      const name = nameAt(cursor.skip(1))
      index = structure.types.push({ guid, name, class: toIfcSpelling(cursor.file.kindName(typeSlot)) }) - 1
      typeIds.push(typeId)
      known.set(typeId, index)
    }
    for (const id of related) {
      const element = elementOfSlot[cursor.slot(id)] ?? -1
      if (element >= 0) structure.elements.type[element] = index
    }
  }
}

/** The elevations of storeys by slot, in the file's unit: as stated, else the height of their placement. */
export function readElevations(cursor: Cursor, heightsOf: HeightsOf): Map<number, number | null> {
  const elevations = new Map<number, number | null>()
  const placements = new Map<number, number>()
  for (const slot of cursor.file.slotsOf('IFCBUILDINGSTOREY')) {
    const placement = cursor.open(slot).skip(5).ref()
    const elevation = cursor.skip(3).number()
    elevations.set(slot, elevation)
    if (elevation === null) placements.set(slot, placement)
  }
  const heights = placements.size > 0 ? heightsOf(placements.values()) : new Map<number, number | null>()
  for (const [slot, placement] of placements) elevations.set(slot, heights.get(placement) ?? null)
  return elevations
}

function fillStoreys(cursor: Cursor, table: StructureTable, metres: number, heightsOf: HeightsOf): void {
  const { elements } = table.structure
  const rows: StoreyRow[] = []
  const elevations = readElevations(cursor, heightsOf)
  for (const slot of cursor.file.slotsOf('IFCBUILDINGSTOREY')) {
    const element = table.elementOfSlot[slot] ?? -1
    if (element < 0) continue
    const elevation = elevations.get(slot) ?? null
    const elevation_m = elevation === null ? null : Math.round(elevation * metres * 1e6) / 1e6
    rows.push({
      element,
      guid: elements.guid[element] ?? '',
      name: elements.name[element] ?? '',
      elevation_m,
    })
  }
  table.storeys = rows.sort((a, b) => (a.elevation_m ?? 0) - (b.elevation_m ?? 0) || a.element - b.element)
  for (const [index, storey] of table.storeys.entries()) elements.storey[storey.element] = index
  // Parents precede children, so a single pass propagates the storey.
  for (let element = 0; element < elements.guid.length; element++) {
    const parent = elements.parent[element] ?? -1
    if (elements.storey[element] === -1 && parent >= 0)
      elements.storey[element] = elements.storey[parent] ?? -1
  }
}
