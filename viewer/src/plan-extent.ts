import type { PlanPoint } from './plan-drawing.ts'

/** West, south, east and north of a part of a plan. */
export type PlanExtent = [west: number, south: number, east: number, north: number]

/** Parts farther than this from all others are a group of their own, metres. */
const FAR_M = 100
/** Share of all outlines from which a group is the building, and others are stray elements. */
const MAIN_SHARE = 0.9

/** Whether elements of a class are terrain or plants, which reach farther than the building. */
export const isGround = (className: string) =>
  /^Ifc(Site|Geo|Earthworks|SolidStratum|WaterStratum|VoidStratum)/.test(className)

export function computeExtent(points: Iterable<PlanPoint>): PlanExtent {
  const extent: PlanExtent = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    extent[0] = Math.min(extent[0], x)
    extent[1] = Math.min(extent[1], y)
    extent[2] = Math.max(extent[2], x)
    extent[3] = Math.max(extent[3], y)
  }
  return extent
}

const measureAround = ([west, south, east, north]: PlanExtent) => east - west + north - south

/** The extent of a building by the extents of its parts, without a few that lie far away, such as a survey point. */
export function computeMainExtent(parts: readonly PlanExtent[]): PlanExtent {
  let kept = parts
  for (const axis of [0, 1] as const) {
    const groups = groupByGaps(kept, axis)
    const sizes = groups.map((group) => group.reduce((sum, part) => sum + measureAround(part), 0))
    const largest = sizes.indexOf(Math.max(...sizes))
    const all = sizes.reduce((sum, size) => sum + size, 0)
    if ((sizes[largest] ?? 0) >= all * MAIN_SHARE) kept = groups[largest] ?? kept
  }
  return computeExtent(
    kept.flatMap(([west, south, east, north]): PlanPoint[] => [
      [west, south],
      [east, north],
    ]),
  )
}

function groupByGaps(parts: readonly PlanExtent[], axis: 0 | 1): PlanExtent[][] {
  const groups: PlanExtent[][] = []
  let end = -Infinity
  for (const part of parts.toSorted((a, b) => a[axis] - b[axis])) {
    if (part[axis] > end + FAR_M) groups.push([])
    groups.at(-1)?.push(part)
    end = Math.max(end, part[axis === 0 ? 2 : 3])
  }
  return groups
}
