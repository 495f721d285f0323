import type { Box, Vec3 } from '@plumbline/bim/model'
import { isInsideContour, pointInPlane } from './contour.ts'
import { cutInstance, type InstanceCut, toLocalPlane } from './cut.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { Model } from './model.ts'
import { mix } from './vec.ts'

/** Heights above the floor at which solids are looked for, metres: slabs with and without their finish, roofs, furniture. */
const HEIGHTS_M = [-0.22, -0.12, -0.02, 0.05, 0.15, 0.3, 0.6, 1]
/** Lines less deep below a plane are edges of the solid in it, metres. */
const BELOW_PLANE_M = 0.01
/** Smaller elements hide nothing worth testing, square metres. */
const SMALLEST_M2 = 1
/** Size of the cells in which solids are found, metres, most cells of one, and a number beyond the cells of a row. */
const CELL_M = 4
const MOST_CELLS = 4000
const CELL_ROW = 2 ** 24
/** Tolerance for lines along the edge of a solid, metres. */
const NEAR_M = 0.001
/** Lines are tested in pieces of this length, metres, and not in more than this many. */
const PIECE_M = 0.25
const MOST_PIECES = 64
/** Halvings of a piece in which a line disappears. */
const HALVINGS = 6

interface Cover extends InstanceCut {
  model: Model
  height: number
  /** west, south, east, north in the scene */
  reach: [number, number, number, number]
}

/** The solids below the cut of a plan, which hide what lies under them, cut by planes at several heights. */
export class PlanCovers {
  /** by cell of a grid; those that reach over many cells are tested for every line */
  readonly #cells = new Map<number, Cover[]>()
  readonly #wide: Cover[] = []

  constructor(models: Iterable<Model>, elevation: number) {
    for (const model of models) for (const height of HEIGHTS_M) this.#gather(model, elevation + height)
  }

  #gather(model: Model, height: number): void {
    const plane = toLocalPlane({ normal: [0, 0, -1], constant: height }, model.frame)
    const z = height - model.frame.position[2]
    for (const { info, placed } of model.chunks) {
      if (info.kind !== 'model') continue
      const { count, element, box } = placed.instances
      for (let instance = 0; instance < count; instance++) {
        const own = box.subarray(instance * 6, instance * 6 + 6) as unknown as Box
        const [west, south, low, east, north, high] = own
        if (low > z || high < z || (east - west) * (north - south) < SMALLEST_M2) continue
        if ((model.state.data[(element[instance] as number) * 4] ?? 0) & (HIDDEN | GHOST)) continue
        const cut = cutInstance(placed, instance, plane)
        if (!cut) continue
        const [x0, y0, , x1, y1] = model.frame.box([...own] as Box)
        this.#add({ ...cut, model, height, reach: [x0, y0, x1, y1] })
      }
    }
  }

  #add(cover: Cover): void {
    const cells = listCells(cover.reach)
    if (!cells) this.#wide.push(cover)
    for (const cell of cells ?? []) {
      const known = this.#cells.get(cell)
      if (known) known.push(cover)
      else this.#cells.set(cell, [cover])
    }
  }

  /** The covers that may lie over a line. */
  #listNear(from: Vec3, to: Vec3): Cover[] {
    const highest = Math.max(from[2], to[2])
    const [left, right] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]]
    const [bottom, top] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]]
    const isNear = ({ height, reach }: Cover) =>
      highest < height - BELOW_PLANE_M &&
      reach[0] < right + NEAR_M &&
      reach[2] > left - NEAR_M &&
      reach[1] < top + NEAR_M &&
      reach[3] > bottom - NEAR_M
    const near = new Set(this.#wide.filter(isNear))
    for (const cell of listCells([left, bottom, right, top]) ?? this.#cells.keys())
      for (const cover of this.#cells.get(cell) ?? []) if (isNear(cover)) near.add(cover)
    return [...near]
  }

  /** The parts of a line that no solid lies over. */
  listVisible(from: Vec3, to: Vec3): [Vec3, Vec3][] {
    const near = this.#listNear(from, to)
    if (near.length === 0) return [[from, to]]
    const isHidden = (share: number) => isUnder(near, mix(from, to, share))
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const count = Math.min(MOST_PIECES, Math.max(1, Math.ceil(length / PIECE_M)))
    const hidden = Array.from({ length: count }, (_, piece) => isHidden((piece + 0.5) / count))
    const parts: [Vec3, Vec3][] = []
    let start = 0
    for (let piece = 0; piece < count; piece++) {
      if (hidden[piece] === hidden[piece + 1]) continue
      const end = piece + 1 === count ? 1 : findChange(isHidden, (piece + 0.5) / count, (piece + 1.5) / count)
      if (!hidden[piece]) parts.push([mix(from, to, start), mix(from, to, end)])
      start = end
    }
    return parts
  }
}

/** The cells of a grid that a box reaches into; null for more than are worth listing. */
function listCells([west, south, east, north]: Cover['reach']): number[] | null {
  const [x0, y0, x1, y1] = [west, south, east, north].map((value) => Math.floor(value / CELL_M)) as [
    number,
    number,
    number,
    number,
  ]
  if (!((x1 - x0 + 1) * (y1 - y0 + 1) <= MOST_CELLS)) return null
  const cells: number[] = []
  for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) cells.push(x * CELL_ROW + y)
  return cells
}

function isUnder(covers: readonly Cover[], point: Vec3): boolean {
  return covers.some(({ contour, basis, model, height, reach: [west, south, east, north] }) => {
    if (point[0] <= west || point[0] >= east || point[1] <= south || point[1] >= north) return false
    const inside = model.frame.pointInside([point[0], point[1], height])
    return isInsideContour(contour, ...pointInPlane(basis, inside))
  })
}

/** Where a line disappears or appears between two of its points. */
function findChange(isHidden: (share: number) => boolean, before: number, after: number): number {
  const first = isHidden(before)
  let [low, high] = [before, after]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (isHidden(middle) === first) low = middle
    else high = middle
  }
  return (low + high) / 2
}
