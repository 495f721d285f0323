import type { Vec3 } from '@plumbline/bim/model'
import type { Plane } from './clipping.ts'
import { type Contour, isInsideContour, pointFromPlane, pointInPlane } from './contour.ts'
import { computeFilledArea, fillContour, type Trapezoid } from './contour-fill.ts'
import { cutInstance, toLocalPlane } from './cut.ts'
import type { ModelFrame } from './frame.ts'
import type { Segment } from './outlines.ts'
import type { Hit } from './pick.ts'
import { addScaled, distance } from './vec.ts'

/** The half-plane a·x + b·y + c ≥ 0 in plane coordinates. */
type HalfPlane = [a: number, b: number, c: number]

/** The area of a cut face and its outline: the connected piece under the hit, clipped by the other planes. */
export function measureCutFace(
  hit: Hit,
  frame: ModelFrame,
  planes: readonly Plane[],
): { outline: Segment[]; area_m2: number; perimeter_m: number } | null {
  const plane = planes[hit.plane ?? -1]
  const local = plane && toLocalPlane(plane, frame)
  const cut = local && cutInstance(hit.chunk.placed, hit.instance, local)
  if (!plane || !cut) return null
  const { basis } = cut
  const sides = planes
    .filter((other) => other !== plane)
    .map((other): HalfPlane => {
      const { normal, constant } = toLocalPlane(other, frame)
      const along = (axis: Vec3) => normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2]
      return [along(basis.u), along(basis.v), along(basis.origin) + constant - (other.slack_m ?? 0)]
    })
  const contour = sides.reduce(clipContour, cut.contour)
  // The hit lies in the plane as the user set it, the contour within a tolerance of it.
  const at = pointInPlane(basis, frame.pointInside(hit.point))
  const piece = pieceAround(fillContour(contour), at)
  if (piece.length === 0) return null
  const outline = outlineOf(contour, piece).map(([a, b]): Segment => {
    const toWorld = ([x, y]: [number, number]) =>
      addScaled(frame.point(pointFromPlane(basis, x, y)), plane.normal, plane.slack_m ?? 0)
    return [toWorld(a), toWorld(b)]
  })
  return {
    outline,
    area_m2: computeFilledArea(piece),
    perimeter_m: outline.reduce((sum, [a, b]) => sum + distance(a, b), 0),
  }
}

/** Cuts a filled area with a half-plane; the line of the cut becomes part of its outline. */
function clipContour(contour: Contour, [a, b, c]: HalfPlane): Contour {
  const nodes = [...contour.nodes]
  const place = (node: number): [number, number] => [nodes[node * 2] as number, nodes[node * 2 + 1] as number]
  const side = (node: number) => {
    const [x, y] = place(node)
    return a * x + b * y + c
  }
  const closed: number[] = []
  /** points on the cutting line, and whether the outline leaves or returns there */
  const crossings: { node: number; along: number; turn: number }[] = []
  for (let at = 0; at < contour.closed.length; at += 2) {
    const from = contour.closed[at] as number
    const to = contour.closed[at + 1] as number
    const start = side(from)
    const end = side(to)
    if (start >= 0 === end >= 0) {
      if (start >= 0) closed.push(from, to)
      continue
    }
    const [x0, y0] = place(from)
    const [x1, y1] = place(to)
    const t = start / (start - end)
    const node = nodes.length / 2
    const x = x0 + (x1 - x0) * t
    const y = y0 + (y1 - y0) * t
    nodes.push(x, y)
    closed.push(...(start >= 0 ? [from, node] : [node, to]))
    crossings.push({ node, along: a * y - b * x, turn: start >= 0 ? 1 : -1 })
  }
  crossings.sort((one, other) => one.along - other.along)
  let winding = 0
  for (const [index, { node, turn }] of crossings.entries()) {
    const before = crossings[index - 1]
    // Where the outline winds several times around a piece, the line is repeated as often.
    for (let times = Math.abs(winding); before && times > 0; times--)
      closed.push(...(winding > 0 ? [before.node, node] : [node, before.node]))
    winding = contour.wound ? winding + turn : 1 - winding
  }
  return { ...contour, nodes: Float64Array.from(nodes), closed, links: 0 }
}

/** Overlap of two intervals, with a tolerance. */
const overlaps = (a: [number, number], b: [number, number]) =>
  Math.min(a[1], b[1]) - Math.max(a[0], b[0]) > 1e-9

/** The connected trapezoids around a point. */
function pieceAround(pieces: readonly Trapezoid[], [x, y]: [number, number]): Trapezoid[] {
  const first = pieces.find((piece) => {
    const t = (y - piece.low) / (piece.high - piece.low)
    const left = piece.from[0] + (piece.to[0] - piece.from[0]) * t
    const right = piece.from[1] + (piece.to[1] - piece.from[1]) * t
    return t >= 0 && t <= 1 && x >= left - 1e-9 && x <= right + 1e-9
  })
  if (!first) return []
  const byLow = Map.groupBy(pieces, ({ low }) => low)
  const byHigh = Map.groupBy(pieces, ({ high }) => high)
  const found = new Set([first])
  // A Set is iterated in insertion order, including the pieces added during the loop (flood fill).
  for (const piece of found) {
    for (const above of byLow.get(piece.high) ?? []) if (overlaps(piece.to, above.from)) found.add(above)
    for (const below of byHigh.get(piece.low) ?? []) if (overlaps(piece.from, below.to)) found.add(below)
  }
  return [...found]
}

/** The lines of a contour that bound a piece of its area. */
function outlineOf(contour: Contour, piece: readonly Trapezoid[]): [[number, number], [number, number]][] {
  const { nodes, closed } = contour
  const lines: [[number, number], [number, number]][] = []
  for (let at = 0; at < closed.length; at += 2) {
    const place = (node: number): [number, number] => [
      nodes[node * 2] as number,
      nodes[node * 2 + 1] as number,
    ]
    const from = place(closed[at] as number)
    const to = place(closed[at + 1] as number)
    const size = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (size < 1e-9) continue
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const
    // A millimetre to each side: a line bounds the area if exactly one side lies in it.
    const away = [((to[1] - from[1]) / size) * 1e-3, ((from[0] - to[0]) / size) * 1e-3] as const
    const inside = [1, -1].filter((sign) => {
      const x = middle[0] + away[0] * sign
      const y = middle[1] + away[1] * sign
      return isInsideContour(contour, x, y) && pieceHolds(piece, x, y)
    })
    if (inside.length === 1) lines.push([from, to])
  }
  return lines
}

function pieceHolds(piece: readonly Trapezoid[], x: number, y: number): boolean {
  return piece.some(({ low, high, from, to }) => {
    const t = (y - low) / (high - low)
    return t >= 0 && t <= 1 && x >= from[0] + (to[0] - from[0]) * t && x <= from[1] + (to[1] - from[1]) * t
  })
}
