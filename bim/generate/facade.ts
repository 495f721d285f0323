import type { OpeningTypes } from './architecture.ts'
import type { BuildingLevel, ModelWriter } from './model-writer.ts'
import { BAY, type BuildingSize, FACADE, FLOORING, SLAB_EDGE } from './plan.ts'
import type { Point2 } from './shapes.ts'
import type { Ref } from './step-writer.ts'
import { type Filling, writeWall } from './walls.ts'

/** One side of the building: its start, direction and number of bays. */
interface Side {
  name: 'South' | 'East' | 'North' | 'West'
  start: Point2
  turn: Point2
  bays: number
}

/**
 * Writes the exterior of one storey: walls with windows between fins, and glazing on the south side of the
 * ground floor.
 */
export function writeFacade(
  writer: ModelWriter,
  size: BuildingSize,
  level: BuildingLevel,
  types: OpeningTypes,
): void {
  const width = size.bays_x * BAY
  const depth = size.bays_y * BAY
  const off = SLAB_EDGE + FACADE / 2
  const sides: Side[] = [
    { name: 'South', start: [0, -off], turn: [1, 0], bays: size.bays_x },
    { name: 'East', start: [width + off, 0], turn: [0, 1], bays: size.bays_y },
    { name: 'North', start: [width, depth + off], turn: [-1, 0], bays: size.bays_x },
    { name: 'West', start: [-off, depth], turn: [0, -1], bays: size.bays_y },
  ]
  for (const side of sides) {
    const glazed = level.index === 0 && side.name === 'South'
    if (glazed) writeCurtainWall(writer, level, side, types)
    else for (let bay = 0; bay < side.bays; bay++) writeBay(writer, level, side, bay, types)
    if (level.index > 0) writeFins(writer, level, side)
    writeCornice(writer, level, side)
  }
}

/** A point on a side: `along` from its start, `out` towards the outside. */
function onSide(side: Side, along: number, out = 0): Point2 {
  const [dx, dy] = side.turn
  return [side.start[0] + dx * along + dy * out, side.start[1] + dy * along - dx * out]
}

/**
 * How far the wall of a bay extends beyond the grid: long sides cover the corners, short ones end against them.
 */
function reach(side: Side, bay: number): Point2 {
  const corner = side.name === 'South' || side.name === 'North' ? SLAB_EDGE + FACADE : SLAB_EDGE
  return [bay * BAY - (bay === 0 ? corner : 0), (bay + 1) * BAY + (bay === side.bays - 1 ? corner : 0)]
}

function writeBay(
  writer: ModelWriter,
  level: BuildingLevel,
  side: Side,
  bay: number,
  types: OpeningTypes,
): void {
  const [from, to] = reach(side, bay)
  const ground = level.index === 0
  const key = `facade/${level.index}/${side.name}/${bay}`
  const windows = [0.25, 0.75].map((share, index): Filling => {
    const type = ground ? types.showcase : types.window
    return {
      key: `window/${key}/${index}`,
      type,
      entity: 'IFCWINDOW',
      name: `Window ${side.name[0]}${level.index}.${bay * 2 + index + 1}`,
      along: bay * BAY + share * BAY - from,
      sill: (ground ? 500 : 850) + FLOORING,
      width: ground ? 2800 : 2400,
      height: ground ? 2600 : 1950,
      psets: {
        Pset_WindowCommon: {
          Reference: ground ? 'W02' : 'W01',
          IsExternal: true,
          ThermalTransmittance: { measure: 'THERMALTRANSMITTANCEMEASURE', value: 0.9 },
          GlazingAreaFraction: { measure: 'POSITIVERATIOMEASURE', value: 0.82 },
          AcousticRating: 'Rw 38 dB',
        },
      },
    }
  })
  writeWall(
    writer,
    level,
    {
      key,
      name: `External wall ${side.name[0]}${level.index}.${bay + 1}`,
      from: onSide(side, from),
      to: onSide(side, to),
      thickness: FACADE,
      base: -FLOORING,
      height: level.height,
      style: ground ? 'plinth' : 'render',
      material: 'External wall 240',
      external: true,
      fire: 'REI 60',
    },
    windows,
  )
}

/** Writes thin vertical fins between the windows of the upper storeys. */
function writeFins(writer: ModelWriter, level: BuildingLevel, side: Side): void {
  const { shapes } = writer
  for (let half = 0; half <= side.bays * 2; half++) {
    const at = onSide(side, (half * BAY) / 2, FACADE / 2 + 110)
    writer.element({
      key: `fin/${level.index}/${side.name}/${half}`,
      entity: 'IFCMEMBER',
      name: `Fin ${side.name[0]}${level.index}.${half + 1}`,
      level,
      at: [at[0], at[1], -FLOORING],
      turn: side.turn,
      solids: [shapes.box('fin', [-35, -110, 0], [35, 110, level.height])],
      predefined: 'MULLION',
      psets: { Pset_MemberCommon: { Reference: 'F01', IsExternal: true, LoadBearing: false } },
      material: 'Anodised aluminium',
      classification: 'Ss_25_10_20',
    })
  }
}

/** Writes a cornice in front of the slab edge. */
function writeCornice(writer: ModelWriter, level: BuildingLevel, side: Side): void {
  if (level.index === 0) return
  const corner = SLAB_EDGE + FACADE + 120
  const start = onSide(side, -corner, FACADE / 2 + 60)
  const length = side.bays * BAY + 2 * corner
  writer.element({
    key: `cornice/${level.index}/${side.name}`,
    entity: 'IFCCOVERING',
    name: `Band ${side.name[0]}${level.index}`,
    level,
    at: [start[0], start[1], -FLOORING - 260],
    turn: side.turn,
    solids: [writer.shapes.box('fin', [0, -60, 0], [length, 60, 180])],
    predefined: 'MOLDING',
    material: 'Anodised aluminium',
    classification: 'Ss_25_10_20',
  })
}

/** Writes the glazed front of the ground floor, with the entrance in its middle bay. */
function writeCurtainWall(writer: ModelWriter, level: BuildingLevel, side: Side, types: OpeningTypes): void {
  const parent = writer.element({
    key: 'curtain-wall',
    entity: 'IFCCURTAINWALL',
    name: 'Shop front',
    level,
    at: [side.start[0], side.start[1], 0],
    predefined: 'NOTDEFINED',
    psets: { Pset_CurtainWallCommon: { IsExternal: true, FireRating: 'EW 30' } },
    classification: 'Ss_25_10_35',
  })
  if (!parent) return
  const put = (bar: Bar) => writeBar(writer, level, side, parent, bar)
  const width = side.bays * BAY
  const top = level.height - 60
  const module = BAY / 5
  const corner = SLAB_EDGE + FACADE
  for (const low of [0, TRANSOM, top])
    put({
      name: `Transom ${low}`,
      glass: false,
      at: -corner,
      length: width + 2 * corner,
      low,
      high: low + 60,
      half: 60,
    })
  const middle = Math.floor(side.bays / 2)
  for (let panel = 0; panel <= side.bays * 5; panel++) {
    const x = panel * module
    put({ name: `Mullion ${panel + 1}`, glass: false, at: x - 30, length: 60, low: 60, high: top, half: 70 })
    if (panel === side.bays * 5) break
    const glass = { glass: true, at: x + 30, length: module - 60, half: 14 }
    const entrance = panel === middle * 5 + 1 || panel === middle * 5 + 2
    if (!entrance) put({ ...glass, name: `Glass ${panel + 1}`, low: 60, high: TRANSOM })
    put({ ...glass, name: `Skylight ${panel + 1}`, low: TRANSOM + 60, high: top })
  }
  const door = onSide(side, (middle * 5 + 2) * module, 80)
  writer.element({
    key: 'door/entrance',
    entity: 'IFCDOOR',
    name: 'Main entrance',
    level,
    at: [door[0], door[1], 0],
    turn: side.turn,
    type: types.entrance,
    extra: '2700.,2800.',
    predefined: 'DOOR',
    tail: '$,$',
    psets: {
      Pset_DoorCommon: { Reference: 'D00', IsExternal: true, HandicapAccessible: true, FireExit: true },
    },
    classification: 'Ss_25_30_20',
  })
}

/** height of the middle transom of the shop front */
const TRANSOM = 2900

/** A bar of the shop front: at `at` along the side, between two heights; `half` is half its depth. */
interface Bar {
  name: string
  glass: boolean
  at: number
  length: number
  low: number
  high: number
  half: number
}

function writeBar(writer: ModelWriter, level: BuildingLevel, side: Side, parent: Ref, bar: Bar): void {
  const { name, glass, length, low, high, half } = bar
  const [x, y] = onSide(side, bar.at)
  const kind = glass ? 'Plate' : 'Member'
  writer.element({
    key: `curtain-wall/${name}`,
    entity: glass ? 'IFCPLATE' : 'IFCMEMBER',
    name,
    level,
    at: [x, y, -FLOORING],
    turn: side.turn,
    solids: [writer.shapes.box(glass ? 'glass' : 'frame', [0, -half, low], [length, half, high])],
    predefined: glass ? 'CURTAIN_PANEL' : 'MULLION',
    psets: { [`Pset_${kind}Common`]: { IsExternal: true, LoadBearing: false } },
    material: glass ? 'Insulating glass' : 'Anodised aluminium',
    classification: 'Ss_25_10_35',
    parent,
  })
}
