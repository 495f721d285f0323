import type { Box } from '@plumbline/bim/model'
import type { Model } from './model.ts'
import { unionBoxes } from './vec.ts'

/** Largest height difference at which storeys of several models count as one level, metres. */
const LEVEL_M = 0.5
/** Depth below zero up to which a storey does not yet count as underground, metres. */
const UNDER_M = 0.5
/** Height of the cut of a plan above the floor, metres. */
export const PLAN_CUT_M = 1.2

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
  const floors = listLevel(models, elevation).flatMap(({ model, storey }) => findFloor(model, storey) ?? [])
  return floors.reduce((whole, floor) => unionBoxes(whole, floor.box) ?? whole, box)
}

/**
 * Box around everything upright at a height above the floor of a level: the building without its landscape. Null if there is
 * nothing.
 */
export function computeStandingBox(
  models: readonly Model[],
  { elevation }: Floor,
  height_m: number,
): Box | null {
  const z = elevation + height_m
  let whole: Box | null = null
  for (const { model, storey } of listLevel(models, elevation)) {
    const element = model.manifest.storeys[storey]?.element
    if (element === undefined) continue
    for (const [, box] of model.boxesOf(new Set(model.withParts(element))))
      if (box[2] < z && box[5] > z) whole = unionBoxes(whole, box)
  }
  return whole
}

/** The storeys of all models at about the same height. */
function listLevel(models: readonly Model[], elevation: number): { model: Model; storey: number }[] {
  return models.flatMap((model) =>
    model.manifest.storeys.flatMap(({ elevation_m }, storey) =>
      Math.abs(elevation_m + model.setting.move[2] - elevation) < LEVEL_M ? [{ model, storey }] : [],
    ),
  )
}

/** Elevation of a storey in world metres, and the box around its contents. */
export function findFloor(model: Model, index: number): Floor | undefined {
  const storey = model.manifest.storeys[index]
  if (!storey) return undefined
  const box = model.boxOf(model.withParts(storey.element)) ?? model.box
  if (!box) return undefined
  const given = storey.elevation_m + model.setting.move[2]
  // Some files give elevations above sea level but geometry relative to the ground, or vice versa.
  const believable = given > box[2] - 3 && given < box[5]
  return { elevation: believable ? given : box[2], box }
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
