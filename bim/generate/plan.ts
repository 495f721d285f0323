import { deriveRandom } from './guid.ts'
import type { Point2 } from './shapes.ts'

/** All lengths in millimetres. X runs along the long side, Y to the north; the grid corner is the origin. */
export const BAY = 7200
export const SLAB = 220
export const FLOORING = 80
export const FACADE = 240
/** distance from the grid line to the inner face of the façade, where the slabs end */
export const SLAB_EDGE = 260
export const CORRIDOR = 1800
export const CORE_WALL = 250

export interface BuildingSize {
  /** storeys above ground, without the roof */
  storeys: number
  bays_x: number
  bays_y: number
}

/** A room between façades or corridor walls. */
export interface Room {
  key: string
  number: string
  use:
    | 'Office'
    | 'Open-plan office'
    | 'Meeting room'
    | 'Storage'
    | 'Toilets'
    | 'Corridor'
    | 'Breakout'
    | 'Lobby'
  x0: number
  x1: number
  y0: number
  y1: number
  /** the side of its door, and the door's X position */
  door: { y: number; x: number; outward: 1 | -1 } | null
}

/** The rooms of one storey and the walls between them. */
export interface StoreyPlan {
  rooms: Room[]
  /** walls across the building, at x from y0 to y1 */
  partitions: { key: string; x: number; y0: number; y1: number }[]
  /** walls along the building, at y from x0 to x1; thicker along corridors */
  walls: { key: string; y: number; x0: number; x1: number; corridor: boolean }[]
}

export interface BuildingCore {
  /** the stair's bay, with toilets in front, lifts and riser behind */
  bay: number
  y0: number
  y1: number
  stair: { x0: number; x1: number }
  lifts: { x0: number; x1: number }[]
  riser: { x0: number; x1: number }
}

export function planCore({ bays_x, bays_y }: BuildingSize): BuildingCore {
  const row = Math.floor(bays_y / 2)
  const bay = Math.floor(bays_x / 2)
  const x = bay * BAY
  const next = (bay + 1) * BAY
  return {
    bay,
    y0: row * BAY + CORRIDOR,
    y1: (row + 1) * BAY - CORRIDOR,
    stair: { x0: x, x1: next },
    lifts: [
      { x0: next, x1: next + 2400 },
      { x0: next + 2400, x1: next + 4800 },
    ],
    riser: { x0: next + 4800, x1: next + BAY },
  }
}

/** Plans rows of offices on both sides of the row with corridors and core. */
export function planStorey(size: BuildingSize, storey: number, seed: number): StoreyPlan {
  const plan: StoreyPlan = { rooms: [], partitions: [], walls: [] }
  const middle = Math.floor(size.bays_y / 2)
  let number = 0
  for (let row = 0; row < size.bays_y; row++) {
    if (row === middle) continue
    const south = row < middle
    const inner = (south ? row + 1 : row) * BAY
    const y0 = row * BAY - (row === 0 ? SLAB_EDGE : 0)
    const y1 = (row + 1) * BAY + (row === size.bays_y - 1 ? SLAB_EDGE : 0)
    let bay = 0
    while (bay < size.bays_x) {
      const key = `${storey}/${row}/${bay}`
      const wide = bay + 1 < size.bays_x && deriveRandom(`${seed}/open/${key}`) < 0.4
      const last = bay + (wide ? 2 : 1)
      const x0 = bay * BAY - (bay === 0 ? SLAB_EDGE : 0)
      const x1 = last * BAY + (last === size.bays_x ? SLAB_EDGE : 0)
      const use = storey === 0 && south ? 'Lobby' : wide ? 'Open-plan office' : 'Office'
      const door = { y: inner, x: bay * BAY + 1400, outward: south ? 1 : -1 } as const
      plan.rooms.push({ key: `room/${key}`, number: roomNumber(storey, ++number), use, x0, x1, y0, y1, door })
      if (last < size.bays_x)
        plan.partitions.push({ key: `partition/${storey}/${row}/${last}`, x: last * BAY, y0, y1 })
      plan.walls.push({
        key: `wall/${key}`,
        y: inner,
        x0,
        x1,
        corridor: row === middle - 1 || row === middle + 1,
      })
      bay = last
    }
  }
  addMiddleRow(plan, size, storey, number)
  return plan
}

function roomNumber(storey: number, number: number): string {
  return `${storey}.${String(number).padStart(2, '0')}`
}

/** Adds corridors, breakout areas at both ends, and inner rooms beside the core. */
function addMiddleRow(plan: StoreyPlan, size: BuildingSize, storey: number, before: number): void {
  const core = planCore(size)
  const row = Math.floor(size.bays_y / 2)
  const width = size.bays_x * BAY
  let number = before
  const add = (key: string, use: Room['use'], x: Point2, y: Point2, door: Room['door']) => {
    const name = roomNumber(storey, ++number)
    const x0 = x[0]
    const x1 = x[1]
    const y0 = y[0]
    const y1 = y[1]
    plan.rooms.push({ key: `room/${storey}/${key}`, number: name, use, x0, x1, y0, y1, door })
  }
  const ends: Point2 = [-SLAB_EDGE, width + SLAB_EDGE]
  add('south', 'Corridor', ends, [row * BAY, core.y0], null)
  add('north', 'Corridor', ends, [core.y1, (row + 1) * BAY], null)
  for (let bay = 0; bay < size.bays_x; bay++) {
    const x0 = bay * BAY
    const x1 = (bay + 1) * BAY
    if (bay === core.bay || bay === core.bay + 1) continue
    if (bay === 0 || bay === size.bays_x - 1) {
      const x: Point2 = bay === 0 ? [-SLAB_EDGE, BAY] : [x0, width + SLAB_EDGE]
      add(`end${bay}`, 'Breakout', x, [core.y0, core.y1], null)
      continue
    }
    const use = bay === core.bay - 1 ? 'Toilets' : bay % 2 === 0 ? 'Storage' : 'Meeting room'
    add(`inner${bay}`, use, [x0, x1], [core.y0, core.y1], { y: core.y0, x: x0 + 1400, outward: -1 })
    for (const [side, y] of [core.y0, core.y1].entries())
      plan.walls.push({ key: `inner/${storey}/${bay}/${side}`, y, x0, x1, corridor: true })
    // Each inner room adds the partition on its far side from the core; the core walls close the row.
    const x = bay < core.bay ? x0 : x1
    plan.partitions.push({ key: `inner/${storey}/${bay}`, x, y0: core.y0, y1: core.y1 })
  }
}
