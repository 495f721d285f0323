import type { LineLayer, Vec3 } from '@plumbline/bim/model'

/** An axis of a grid in the scene. */
export interface GridAxis {
  name: string
  points: Vec3[]
}

/** An axis farther away than this does not describe a place, metres. */
const FARTHEST_M = 60
/** Least angle between the two axes that name a place, degrees. */
const LEAST_ANGLE = 25

interface Nearest {
  name: string
  distance: number
  /** degrees, 0…180 */
  angle: number
}

/** The nearest point of an axis as seen from above, with the axis' direction there. */
function findNearest({ name, points }: GridAxis, [x, y]: Vec3): Nearest {
  let best: Nearest = { name, distance: Infinity, angle: 0 }
  for (const [at, from] of points.entries()) {
    const to = points[at + 1]
    if (!to) break
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const length = dx * dx + dy * dy
    // An axis extends beyond its ends.
    const isEnd = at === 0 || at === points.length - 2
    const along = length > 0 ? ((x - from[0]) * dx + (y - from[1]) * dy) / length : 0
    const share = isEnd ? along : Math.min(1, Math.max(0, along))
    const distance = Math.hypot(x - from[0] - dx * share, y - from[1] - dy * share)
    if (distance < best.distance)
      best = { name, distance, angle: ((Math.atan2(dy, dx) * 180) / Math.PI + 360) % 180 }
  }
  return best
}

const angleBetween = (a: number, b: number) => Math.min(Math.abs(a - b), 180 - Math.abs(a - b))

/** Describes a point by the nearest grid axes of two directions, such as "C/3"; null far from any. */
export function describeGridPlace(axes: readonly GridAxis[], point: Vec3): string | null {
  const near = axes
    .filter(({ name }) => name !== '')
    .map((axis) => findNearest(axis, point))
    .filter(({ distance }) => distance <= FARTHEST_M)
    .sort((a, b) => a.distance - b.distance)
  const [first] = near
  if (!first) return null
  const second = near.find(({ angle }) => angleBetween(angle, first.angle) >= LEAST_ANGLE)
  // Letters precede numbers, whichever is nearer.
  return [first, ...(second ? [second] : [])]
    .map(({ name }) => name)
    .sort((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)))
    .join('/')
}

/** Names of the axes and stations of each element that consists of lines, such as "A, B, C, 1, 2". */
export function listLineNames({ lines, texts }: LineLayer): Map<number, string> {
  const names = new Map<number, Set<string>>()
  const add = (element: number, name: string) => {
    if (name === '') return
    const own = names.get(element) ?? new Set()
    names.set(element, own.add(name))
  }
  for (const { element, name } of lines) add(element, name)
  for (const { element, text } of texts) add(element, text)
  return new Map([...names].map(([element, own]) => [element, [...own].join(', ')]))
}
