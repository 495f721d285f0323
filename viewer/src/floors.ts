import type { Box } from '@plumbline/bim/model'
import type { Model } from './model.ts'
import { computeMainExtent, isGround } from './plan-extent.ts'
import { unionBoxes } from './vec.ts'

/** Largest height difference at which storeys of several models count as one level, metres. */
const LEVEL_M = 0.5
/** Depth below zero up to which a storey does not yet count as underground, metres. */
const UNDER_M = 0.5
/** Height of the cut of a plan above the floor, metres. */
export const PLAN_CUT_M = 1.2
/** Height above the floor at which everything on a storey may begin, such as lamps, metres. */
const HANGING_M = 3
/** Storeys at one elevation begin at most this far apart, metres. */
const SAME_LEVEL_M = 2
/** Elements that stand on the floor, the most reliable first. */
const STANDING = [/^IfcDoor/, /^Ifc(Wall|CurtainWall)/, /^Ifc(Column|Window|Furni)/]
/** Elements stand on one floor if they begin this close together, metres. */
const FLOOR_STEP_M = 0.05

export interface StoreyRef {
  model: string
  /** index into Manifest.storeys */
  storey: number
}

export interface Floor {
  elevation: number
  box: Box
}

/** Box around the contents of a storey and of other models at the same height: a plan shows them together. */
export function computeLevelBox(models: readonly Model[], { elevation, box }: Floor): Box {
  return listLevel(models, elevation).reduce((whole, level) => unionBoxes(whole, level.box) ?? whole, box)
}

/**
 * Box around everything upright at a height above the floor of a level: the building without its landscape and a few stray
 * elements. Null if there is nothing.
 */
export function computeStandingBox(
  models: readonly Model[],
  { elevation }: Floor,
  height_m: number,
): Box | null {
  const z = elevation + height_m
  const boxes: Box[] = []
  for (const { model, storey } of listLevel(models, elevation)) {
    const element = model.manifest.storeys[storey]?.element
    if (element === undefined) continue
    for (const [part, box] of model.boxesOf(new Set(model.withParts(element))))
      if (box[2] < z && box[5] > z && !isGround(model.classOf(part))) boxes.push(box)
  }
  if (boxes.length === 0) return null
  const [west, south, east, north] = computeMainExtent(boxes.map((box) => [box[0], box[1], box[3], box[4]]))
  const lowest = boxes.reduce((least, box) => Math.min(least, box[2]), Infinity)
  const highest = boxes.reduce((most, box) => Math.max(most, box[5]), -Infinity)
  return [west, south, lowest, east, north, highest]
}

/** The storeys of all models at about the same height. */
function listLevel(
  models: readonly Model[],
  elevation: number,
): { model: Model; storey: number; box: Box }[] {
  return models.flatMap((model) =>
    listFloors(model).flatMap((floor, storey) =>
      floor && Math.abs(floor.elevation - elevation) < LEVEL_M ? [{ model, storey, box: floor.box }] : [],
    ),
  )
}

/** Elevation of a storey in world metres, and the box around its contents. */
export function findFloor(model: Model, index: number): Floor | undefined {
  return listFloors(model)[index]
}

/** What stands on a storey: the box around it, and by kind of element the lowest point of each. */
interface StoreyContents {
  box: Box | null
  feet: Map<number, number>[]
}

/** The floors of all storeys; undefined in a model without geometry. */
function listFloors(model: Model): (Floor | undefined)[] {
  const { storeys } = model.manifest
  const contents = gatherContents(model)
  const given = storeys.map(({ elevation_m }) => elevation_m + model.setting.move[2])
  const firstAt = new Map<number, number>()
  const contradicted = new Set<number>()
  for (const [storey, elevation] of given.entries()) {
    const low = contents[storey]?.box?.[2]
    if (low === undefined) continue
    const first = firstAt.get(elevation)
    if (first === undefined) firstAt.set(elevation, low)
    else if (Math.abs(low - first) > SAME_LEVEL_M) contradicted.add(elevation)
  }
  const found = given.map((elevation, storey): Floor | undefined => {
    const box = contents[storey]?.box
    if (!box) return undefined
    // Some files state elevations above sea level but geometry relative to the ground, or vice versa, or zero everywhere.
    const isBelievable = elevation > box[2] - HANGING_M && elevation < box[5] && !contradicted.has(elevation)
    return { elevation: isBelievable ? elevation : (findFeet(contents[storey]) ?? box[2]), box }
  })
  const { box } = model
  const known = found.findIndex((floor) => floor !== undefined)
  // Empty storeys are as far above the others as stated.
  const shift = known < 0 ? 0 : (found[known]?.elevation ?? 0) - (given[known] ?? 0)
  return found.map(
    (floor, storey) => floor ?? (box ? { elevation: (given[storey] ?? 0) + shift, box } : undefined),
  )
}

function gatherContents(model: Model): StoreyContents[] {
  const contents = model.manifest.storeys.map((): StoreyContents => ({ box: null, feet: [] }))
  const { elements, classes } = model.structure ?? {}
  const kinds = classes?.map((name) => STANDING.findIndex((standing) => standing.test(name))) ?? []
  for (const [element, box] of model.boxesOf({ has: () => true })) {
    const storey = contents[elements?.storey[element] ?? -1]
    if (!storey) continue
    storey.box = unionBoxes(storey.box, box)
    const kind = kinds[elements?.class[element] ?? -1] ?? -1
    if (kind < 0) continue
    storey.feet[kind] ??= new Map()
    storey.feet[kind].set(element, Math.min(box[2], storey.feet[kind].get(element) ?? Infinity))
  }
  return contents
}

/** The height at which most doors begin, or else most walls, or other elements that stand on the floor. */
function findFeet(contents: StoreyContents | undefined): number | null {
  const feet = contents?.feet.find((each) => each !== undefined)
  if (!feet) return null
  const steps = Map.groupBy([...feet.values()], (low) => Math.round(low / FLOOR_STEP_M))
  const most = [...steps.values()].reduce((best, each) => (each.length > best.length ? each : best))
  return Math.min(...most)
}

/** Default storey of a plan: the lowest one that is not underground, otherwise the lowest. */
export function findGroundFloor(models: Iterable<Model>): { storey: StoreyRef; floor: Floor } | null {
  const storeys = [...models].flatMap((model) =>
    model.manifest.storeys.map(({ elevation_m }, storey) => ({
      model,
      storey,
      height: elevation_m + model.setting.move[2],
    })),
  )
  storeys.sort((a, b) => a.height - b.height)
  const ground = storeys.find(({ height }) => height > -UNDER_M) ?? storeys[0]
  const floor = ground && findFloor(ground.model, ground.storey)
  return floor ? { storey: { model: ground.model.id, storey: ground.storey }, floor } : null
}
