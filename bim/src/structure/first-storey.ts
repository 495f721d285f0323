import type { Georeference, Manifest, Structure } from '../model.ts'
import type { Cursor } from '../step/cursor.ts'
import { isElementEntity, toIfcSpelling } from './entities.ts'
import { type HeightsOf, readElevations, type StoreyRow } from './structure.ts'

/** Maximum number of elements in the preview of the first storey. */
const MOST_THINGS = 20_000
/** Lowest elevation (metres) of a storey that still counts as above ground. */
const GROUND = -0.5

/** One storey of a model with its contents, extracted before the rest of the model is read. */
export interface FirstStorey {
  storey: StoreyRow
  /** STEP entity number of each element of the structure; the storey comes first */
  ids: number[]
  /** the storey and its contents, parents first */
  structure: Structure
}

/** Project name, units and location of a file; identical for a single storey and the whole model. */
export interface ModelHeader {
  project_name: string
  length_unit: { name: string; metres: number }
  georeference: Georeference | null
  site: Manifest['site']
  true_north_deg: number | null
}

/**
 * Reads the lowest storey above ground that contains any elements; null if the file has fewer than two such
 * storeys.
 */
export function readFirstStorey(cursor: Cursor, metres: number, heightsOf: HeightsOf): FirstStorey | null {
  const contained = containedByStorey(cursor)
  if (contained.size < 2) return null
  const elevations = readElevations(cursor, heightsOf)
  const storeys = [...contained.keys()].map((slot) => ({
    slot,
    elevation_m: (elevations.get(slot) ?? 0) * metres,
  }))
  storeys.sort((a, b) => a.elevation_m - b.elevation_m || a.slot - b.slot)
  const first = storeys.find(({ elevation_m }) => elevation_m >= GROUND) ?? storeys[0]
  if (!first) return null
  const things = withParts(cursor, contained.get(first.slot) ?? [])
  return structureOf(cursor, first.slot, first.elevation_m, things)
}

function containedByStorey(cursor: Cursor): Map<number, number[]> {
  const contained = new Map<number, number[]>()
  for (const slot of cursor.file.slotsOf('IFCRELCONTAINEDINSPATIALSTRUCTURE')) {
    const children = cursor.open(slot).skip(4).refs()
    const storey = cursor.slot(cursor.ref())
    if (storey < 0 || cursor.file.kindName(storey) !== 'IFCBUILDINGSTOREY') continue
    const list = contained.get(storey) ?? []
    for (const id of children) list.push(id)
    if (list.length > 0) contained.set(storey, list)
  }
  return contained
}

/** Elements and their parts, each with the list index of its assembly, -1 for none. */
function withParts(cursor: Cursor, ids: number[]): { id: number; parent: number }[] {
  const parts = new Map<number, number[]>()
  for (const slot of cursor.file.slotsOf('IFCRELAGGREGATES')) {
    const whole = cursor.open(slot).skip(4).ref()
    // Some programs write a relation for each part.
    const known = parts.get(whole)
    if (known) cursor.eachRef((id) => known.push(id))
    else parts.set(whole, cursor.refs())
  }
  const seen = new Set<number>()
  const things: { id: number; parent: number }[] = []
  const add = (id: number, parent: number) => {
    const slot = cursor.slot(id)
    if (
      seen.has(id) ||
      things.length >= MOST_THINGS ||
      slot < 0 ||
      !isElementEntity(cursor.file.kindName(slot))
    )
      return
    seen.add(id)
    things.push({ id, parent })
  }
  for (const id of ids) add(id, -1)
  // the list grows during the loop: parts can have parts themselves
  for (let at = 0; at < things.length; at++)
    for (const id of parts.get(things[at]?.id ?? 0) ?? []) add(id, at)
  return things
}

function structureOf(
  cursor: Cursor,
  storey: number,
  elevation_m: number,
  things: { id: number; parent: number }[],
): FirstStorey {
  const structure: Structure = {
    elements: { guid: [], name: [], tag: [], class: [], type: [], parent: [], storey: [] },
    classes: [],
    types: [],
    groups: [],
  }
  const { elements, classes } = structure
  const ids: number[] = []
  const add = (slot: number, parent: number) => {
    const name = toIfcSpelling(cursor.file.kindName(slot))
    const known = classes.indexOf(name)
    ids.push(cursor.file.id.at(slot))
    elements.guid.push(cursor.open(slot).string())
    elements.name.push(cursor.skip(1).string())
    elements.tag.push(parent < 0 ? '' : cursor.skip(4).string())
    elements.class.push(known < 0 ? classes.push(name) - 1 : known)
    elements.type.push(-1)
    elements.parent.push(parent)
    elements.storey.push(0)
  }
  add(storey, -1)
  for (const { id, parent } of things) add(cursor.slot(id), parent + 1)
  const [guid = '', name = ''] = [elements.guid[0], elements.name[0]]
  return { storey: { element: 0, guid, name, elevation_m }, ids, structure }
}
