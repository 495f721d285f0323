import type { Vec3 } from '@plumbline/bim/model'
import type { ModelChunk } from './chunk.ts'
import type { Model } from './model.ts'
import type { PlanPoint } from './plan-drawing.ts'

/** The instances of a flight of stairs or a ramp. */
export type FlightPieces = { chunk: ModelChunk; instance: number }[]

/** Vertical share of the normals of treads and of the surface of a ramp. */
const UPWARD = 0.95
/** Flatter ones are landings, metres of rise per metre. */
const FLATTEST = 0.02
/** Least share of the heights of the treads that one direction explains; winding flights have none. */
const STRAIGHT = 0.9
/** Treads closer in height are one, metres. */
const SAME_STEP_M = 0.01
/** Shorter arrows are not readable, metres. */
const SHORTEST_M = 0.6
/** Distance of an arrow from both ends of its flight, as a share of the flight. */
const INSET = 0.05
/** Half width and length of the head, metres. */
const HEAD_M = [0.12, 0.25] as const

/** Whether a plan shows an element with an arrow, and its cut without a fill. */
export const isFlight = (className: string) => /^Ifc(Stair|Ramp)/.test(className)

/**
 * The arrow along a straight flight or ramp, up to its high end or to the cut; null for one that does not begin between two
 * heights, or has no single direction.
 */
export function drawFlightArrow(
  model: Model,
  pieces: FlightPieces,
  [lowest, highest]: readonly [number, number],
): PlanPoint[][] | null {
  const treads = pieces.flatMap(({ chunk, instance }) => [...listTreads(model, chunk.placed, instance)])
  const fit = fitSlope(treads)
  if (!fit || fit.rise < FLATTEST || fit.share < STRAIGHT) return null
  const { middle, direction } = fit
  const corners = treads.flatMap((tread) => tread.corners)
  const along = ([x, y]: Vec3) => (x - middle[0]) * direction[0] + (y - middle[1]) * direction[1]
  const across = ([x, y]: Vec3) => (y - middle[1]) * direction[0] - (x - middle[0]) * direction[1]
  const [start, end] = findRange(corners.map(along))
  const [left, right] = findRange(corners.map(across))
  const [bottom, top] = findRange(corners.map(([, , z]) => z))
  if (bottom < lowest || bottom > highest) return null
  // a cut flight is seen as far as it rises up to the cut
  const seen = top > highest ? ((end - start) * (highest - bottom)) / (top - bottom) : end - start
  const [from, to] = [start + (end - start) * INSET, start + seen - (end - start) * INSET]
  if (to - from < SHORTEST_M) return null
  const place = (u: number, v: number): PlanPoint => {
    const w = (left + right) / 2 + v
    return [middle[0] + direction[0] * u - direction[1] * w, middle[1] + direction[1] * u + direction[0] * w]
  }
  const [half, head] = HEAD_M
  return [
    [place(from, 0), place(to, 0)],
    [place(to - head, half), place(to, 0), place(to - head, -half)],
    [place(from, -half / 2), place(from, half / 2)],
  ]
}

function findRange(values: readonly number[]): [low: number, high: number] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

interface Tread {
  corners: [Vec3, Vec3, Vec3]
  area: number
  /** rise towards east and north, metres per metre */
  tilt: PlanPoint
}

/** The triangles that face up, in the scene. */
function* listTreads(
  model: Model,
  { geometries, instances, positions, indices }: ModelChunk['placed'],
  instance: number,
): Generator<Tread> {
  const geometry = instances.geometry[instance] as number
  const base = geometries.firstVertex[geometry] as number
  const first = geometries.firstIndex[geometry] as number
  const m = instances.matrix.subarray(instance * 12, instance * 12 + 12) as unknown as number[]
  const corner = (at: number): Vec3 => {
    const vertex = (base + (indices[at] as number)) * 3
    const [x = 0, y = 0, z = 0] = positions.subarray(vertex, vertex + 3)
    const [a, b, c] = [0, 4, 8].map(
      (row) =>
        (m[row] as number) * x +
        (m[row + 1] as number) * y +
        (m[row + 2] as number) * z +
        (m[row + 3] as number),
    ) as Vec3
    return model.frame.point([a, b, c])
  }
  for (let at = first; at < first + (geometries.indexCount[geometry] as number); at += 3) {
    const corners: Tread['corners'] = [corner(at), corner(at + 1), corner(at + 2)]
    const [p, q, r] = corners
    const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]]
    const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]]
    const up = ux * vy - uy * vx
    const [nx, ny] = [uy * vz - uz * vy, uz * vx - ux * vz]
    const double = Math.hypot(nx, ny, up)
    if (double > 0 && up / double > UPWARD) yield { corners, area: double / 2, tilt: [-nx / up, -ny / up] }
  }
}

/** The horizontal direction in which treads, or the surface of a ramp, rise; null without one. */
function fitSlope(treads: readonly Tread[]) {
  const steps = listSteps(treads)
  const area = steps.reduce((sum, step) => sum + step.area, 0)
  if (area === 0) return null
  const average = (get: (step: Step) => number) =>
    steps.reduce((sum, step) => sum + (step.area / area) * get(step), 0)
  const [mx, my, mz] = [average(({ x }) => x), average(({ y }) => y), average(({ z }) => z)]
  const middle: PlanPoint = [mx, my]
  const tilt: PlanPoint = [average(({ tilt: [x] }) => x), average(({ tilt: [, y] }) => y)]
  const rise = Math.hypot(...tilt)
  if (rise > FLATTEST)
    return { middle, direction: [tilt[0] / rise, tilt[1] / rise] as PlanPoint, rise, share: 1 }
  const moment = (one: (step: Step) => number, other: (step: Step) => number) =>
    average((step) => one(step) * other(step))
  const [x, y, z] = [(step: Step) => step.x - mx, (step: Step) => step.y - my, (step: Step) => step.z - mz]
  // The middles of the treads usually lie on one line, whose direction is meant then.
  const steady = (moment(x, x) + moment(y, y)) * 1e-6
  const [xx, xy, yy] = [moment(x, x) + steady, moment(x, y), moment(y, y) + steady]
  const [xz, yz, zz] = [moment(x, z), moment(y, z), moment(z, z)]
  const determinant = xx * yy - xy * xy
  if (determinant <= 0 || zz <= 0) return null
  const [a, b] = [(xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant]
  const slope = Math.hypot(a, b)
  if (slope === 0) return null
  return {
    middle,
    direction: [a / slope, b / slope] as PlanPoint,
    rise: slope,
    share: (a * xz + b * yz) / zz,
  }
}

interface Step {
  x: number
  y: number
  z: number
  area: number
  /** rise towards east and north, metres per metre */
  tilt: PlanPoint
}

/** Treads with the triangles that they consist of: all at one height. */
function listSteps(treads: readonly Tread[]): Step[] {
  const heights = Map.groupBy(treads, ({ corners: [p, q, r] }) =>
    Math.round((p[2] + q[2] + r[2]) / 3 / SAME_STEP_M),
  )
  return [...heights.values()].map((own) => {
    const area = own.reduce((sum, tread) => sum + tread.area, 0)
    const average = (get: (tread: Tread) => number) =>
      own.reduce((sum, tread) => sum + (tread.area / area) * get(tread), 0)
    const center = (axis: 0 | 1 | 2) => average(({ corners: [p, q, r] }) => (p[axis] + q[axis] + r[axis]) / 3)
    return {
      x: center(0),
      y: center(1),
      z: center(2),
      area,
      tilt: [average((tread) => tread.tilt[0]), average((tread) => tread.tilt[1])],
    }
  })
}
