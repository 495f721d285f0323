import type { Contour } from './contour.ts'

/** A piece of the filled area between two heights: left and right x at the lower height, then at the upper. */
export interface Trapezoid {
  low: number
  high: number
  /** left and right at `low` */
  from: [number, number]
  /** left and right at `high` */
  to: [number, number]
}

interface Edge {
  low: number
  high: number
  x: number
  slope: number
  turn: number
}

/** Beyond this many lines times lines at one height the area is not filled. */
const MOST_WORK = 20_000_000

/** Divides the filled area into trapezoids with horizontal sides: robust against lines that touch and overlap. */
export function fillContour(contour: Contour): Trapezoid[] {
  const edges = listEdges(contour)
  const heights = [...new Set(edges.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b)
  const pieces: Trapezoid[] = []
  let open = new Map<Edge, { right: Edge; low: number }>()
  let active: Edge[] = []
  let next = 0
  let work = 0
  const finish = (left: Edge, { right, low }: { right: Edge; low: number }, high: number) =>
    pieces.push({
      low,
      high,
      from: [xAt(left, low), xAt(right, low)],
      to: [xAt(left, high), xAt(right, high)],
    })
  for (let band = 0; band + 1 < heights.length; band++) {
    const low = heights[band] as number
    const middle = (low + (heights[band + 1] as number)) / 2
    active = active.filter((edge) => edge.high > low)
    while (next < edges.length && (edges[next] as Edge).low <= low) active.push(edges[next++] as Edge)
    work += active.length
    if (work > MOST_WORK) return []
    sortAt(active, middle)
    const spans = new Map<Edge, { right: Edge; low: number }>()
    for (const [left, right] of findSpans(active, contour.wound)) {
      const had = open.get(left)
      spans.set(left, had?.right === right ? had : { right, low })
    }
    for (const [left, span] of open) if (spans.get(left) !== span) finish(left, span, low)
    open = spans
  }
  for (const [left, span] of open) finish(left, span, heights.at(-1) as number)
  return pieces
}

const xAt = (edge: Edge, y: number) => edge.x + (y - edge.low) * edge.slope

function listEdges({ nodes, closed }: Contour): Edge[] {
  const edges: Edge[] = []
  for (let at = 0; at < closed.length; at += 2) {
    const a = (closed[at] as number) * 2
    const b = (closed[at + 1] as number) * 2
    const up = (nodes[b + 1] as number) > (nodes[a + 1] as number)
    const from = up ? a : b
    const to = up ? b : a
    const low = nodes[from + 1] as number
    const high = nodes[to + 1] as number
    if (low === high) continue
    const x = nodes[from] as number
    edges.push({ low, high, x, slope: ((nodes[to] as number) - x) / (high - low), turn: up ? 1 : -1 })
  }
  return edges.sort((a, b) => a.low - b.low)
}

/** Insertion sort: the order hardly changes from one height to the next. */
function sortAt(edges: Edge[], y: number): void {
  const places = edges.map((edge) => xAt(edge, y))
  for (let at = 1; at < edges.length; at++) {
    const edge = edges[at] as Edge
    const place = places[at] as number
    let to = at
    for (; to > 0 && (places[to - 1] as number) > place; to--) {
      edges[to] = edges[to - 1] as Edge
      places[to] = places[to - 1] as number
    }
    edges[to] = edge
    places[to] = place
  }
}

/** Pairs of edges between which the area is filled, left to right. */
function findSpans(active: readonly Edge[], wound: boolean): [Edge, Edge][] {
  const spans: [Edge, Edge][] = []
  let left: Edge | null = null
  let winding = 0
  for (const edge of active) {
    winding = wound ? winding + edge.turn : 1 - winding
    if (!left && winding !== 0) left = edge
    else if (left && winding === 0) {
      spans.push([left, edge])
      left = null
    }
  }
  return spans
}

/** Area of trapezoids. */
export function computeFilledArea(pieces: readonly Trapezoid[]): number {
  return pieces.reduce(
    (sum, { low, high, from, to }) => sum + ((from[1] - from[0] + to[1] - to[0]) / 2) * (high - low),
    0,
  )
}
