import type { Vec3 } from '@plumbline/bim/model'
import type { LocalPlane, Slice } from './slice.ts'
import { cross, dot, normalize, scale } from './vec.ts'

/** Orthonormal coordinates in a plane. */
export interface PlaneBasis {
  origin: Vec3
  u: Vec3
  v: Vec3
}

/** The outline of an instance's cut face in plane coordinates. */
export interface Contour {
  /** 2 per node */
  nodes: Float64Array
  /** node pairs that bound the filled area; the last `links` of them close gaps and are not drawn */
  closed: number[]
  links: number
  /** node pairs of open shells: lines without a filled side */
  open: number[]
  /** whether all faces are wound consistently; otherwise the fill alternates at every line */
  wound: boolean
}

/** Ends of lines this close belong together, metres: booleans leave edges that are not shared exactly. */
const WELD_M = 0.003
/** Longest gap that is closed, as share of the whole outline. */
const MOST_GAP = 0.2
/** The same between two parts of an outline. */
const MOST_GAP_BETWEEN = 0.05
/** Outlines with more loose ends are not closed. */
const MOST_LOOSE = 400

export function computePlaneBasis({ normal, constant }: LocalPlane): PlaneBasis {
  const side: Vec3 = Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]
  const u = normalize(cross(side, normal))
  return { origin: scale(normal, -constant), u, v: cross(normal, u) }
}

export function pointInPlane({ origin, u, v }: PlaneBasis, point: Vec3): [u: number, v: number] {
  const from: Vec3 = [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]]
  return [dot(from, u), dot(from, v)]
}

export function pointFromPlane({ origin, u, v }: PlaneBasis, x: number, y: number): Vec3 {
  return [origin[0] + u[0] * x + v[0] * y, origin[1] + u[1] * x + v[1] * y, origin[2] + u[2] * x + v[2] * y]
}

/** Sorts the lines of a slice into a closed outline and open lines. */
export function buildContour(slice: Slice, basis: PlaneBasis): Contour {
  const count = slice.nodes.length / 3
  const nodes = new Float64Array(count * 2)
  for (let node = 0; node < count; node++) {
    const at = node * 3
    const point: Vec3 = [
      slice.nodes[at] as number,
      slice.nodes[at + 1] as number,
      slice.nodes[at + 2] as number,
    ]
    nodes.set(pointInPlane(basis, point), node * 2)
  }
  const pairs = joinStraight(nodes, takeOnce(slice.pairs, count))
  const graph = new Graph(nodes, pairs)
  const links = graph.closeGaps()
  const isOpen = graph.findOpen()
  const closed: number[] = []
  const open: number[] = []
  for (let at = 0; at < pairs.length; at += 2) {
    const from = pairs[at] as number
    ;(isOpen(from) ? open : closed).push(from, pairs[at + 1] as number)
  }
  let linked = 0
  for (let at = 0; at < links.length; at += 2)
    if (!isOpen(links[at] as number)) {
      closed.push(links[at] as number, links[at + 1] as number)
      linked++
    }
  return { nodes, closed, links: linked, open, wound: isBalanced(closed, count) }
}

/**
 * Drops duplicate lines of a shape whose faces the file contains twice, once for each side: the two outlines would cancel
 * each other out. Returns all lines unless each has its reverse.
 */
function takeOnce(pairs: readonly number[], count: number): readonly number[] {
  const kept = new Set<number>()
  const once: number[] = []
  for (let at = 0; at < pairs.length; at += 2) {
    const from = pairs[at] as number
    const to = pairs[at + 1] as number
    if (kept.has(to * count + from)) continue
    kept.add(from * count + to)
    once.push(from, to)
  }
  return once.length * 2 === pairs.length ? once : pairs
}

/** Sine of the angle below which two lines are one: triangles divide flat faces, and thus their outline. */
const STRAIGHT = 0.004

/** Joins consecutive lines of one direction, so that the remaining ends are real corners. */
function joinStraight(nodes: Float64Array, pairs: readonly number[]): number[] {
  const count = nodes.length / 2
  const joined = [...pairs]
  /** the pair that ends and the pair that begins at each node; −2 where there are several */
  const ending = new Int32Array(count).fill(-1)
  const beginning = new Int32Array(count).fill(-1)
  const note = (at: Int32Array, node: number, pair: number) => {
    at[node] = at[node] === -1 ? pair : -2
  }
  for (let pair = 0; pair < joined.length; pair += 2) {
    note(beginning, joined[pair] as number, pair)
    note(ending, joined[pair + 1] as number, pair)
  }
  for (let node = 0; node < count; node++) {
    const before = ending[node] as number
    const after = beginning[node] as number
    if (before < 0 || after < 0 || before === after) continue
    const from = joined[before] as number
    const to = joined[after + 1] as number
    if (from === to || !isStraight(nodes, from, node, to)) continue
    joined[before + 1] = to
    joined[after] = -1
    if (ending[to] === after) ending[to] = before
  }
  return joined.filter((_, at) => joined[at - (at % 2)] !== -1)
}

function isStraight(nodes: Float64Array, a: number, b: number, c: number): boolean {
  const ux = (nodes[b * 2] as number) - (nodes[a * 2] as number)
  const uy = (nodes[b * 2 + 1] as number) - (nodes[a * 2 + 1] as number)
  const vx = (nodes[c * 2] as number) - (nodes[b * 2] as number)
  const vy = (nodes[c * 2 + 1] as number) - (nodes[b * 2 + 1] as number)
  const size = Math.hypot(ux, uy) * Math.hypot(vx, vy)
  return ux * vx + uy * vy > 0 && Math.abs(ux * vy - uy * vx) < size * STRAIGHT
}

function isBalanced(pairs: readonly number[], count: number): boolean {
  const excess = new Int32Array(count)
  for (let at = 0; at < pairs.length; at += 2) {
    increase(excess, pairs[at] as number, 1)
    increase(excess, pairs[at + 1] as number, -1)
  }
  return excess.every((each) => each === 0)
}

function increase(counts: Int32Array | Float64Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by
}

/** The cut lines as a graph: its loose ends and connected parts. */
class Graph {
  readonly #nodes: Float64Array
  readonly #degree: Int32Array
  readonly #excess: Int32Array
  readonly #parent: Int32Array
  readonly #length: Float64Array

  constructor(nodes: Float64Array, pairs: readonly number[]) {
    const count = nodes.length / 2
    this.#nodes = nodes
    this.#degree = new Int32Array(count)
    this.#excess = new Int32Array(count)
    this.#parent = Int32Array.from({ length: count }, (_, node) => node)
    this.#length = new Float64Array(count)
    for (let at = 0; at < pairs.length; at += 2) this.#join(pairs[at] as number, pairs[at + 1] as number)
  }

  #root(node: number): number {
    let at = node
    while (this.#parent[at] !== at) {
      this.#parent[at] = this.#parent[this.#parent[at] as number] as number
      at = this.#parent[at] as number
    }
    return at
  }

  #join(from: number, to: number): void {
    increase(this.#degree, from, 1)
    increase(this.#degree, to, 1)
    increase(this.#excess, from, 1)
    increase(this.#excess, to, -1)
    const a = this.#root(from)
    const b = this.#root(to)
    const size = this.#distance(from, to)
    if (a === b) increase(this.#length, a, size)
    else {
      this.#parent[b] = a
      increase(this.#length, a, size + (this.#length[b] as number))
    }
  }

  #distance(a: number, b: number): number {
    return Math.hypot(
      (this.#nodes[a * 2] as number) - (this.#nodes[b * 2] as number),
      (this.#nodes[a * 2 + 1] as number) - (this.#nodes[b * 2 + 1] as number),
    )
  }

  /** Longest gap to close between two connected parts, or within one. */
  #mostGap(a: number, b: number): number {
    const own = this.#length[a] as number
    return a === b ? own * MOST_GAP : (own + (this.#length[b] as number)) * MOST_GAP_BETWEEN
  }

  #loose(): number[] {
    const loose: number[] = []
    for (const [node, degree] of this.#degree.entries()) if (degree % 2 === 1) loose.push(node)
    return loose
  }

  /** Connects loose ends that lie together or are close compared with the whole outline. Returns the pairs. */
  closeGaps(): number[] {
    const links: number[] = []
    for (const isNear of [
      (gap: number) => gap <= WELD_M,
      (gap: number, a: number, b: number) => gap <= this.#mostGap(this.#root(a), this.#root(b)),
    ]) {
      const loose = this.#loose()
      if (loose.length > MOST_LOOSE) return links
      for (const [at, from] of loose.entries()) {
        if ((this.#degree[from] as number) % 2 === 0) continue
        let best = -1
        let least = Infinity
        for (const to of loose.slice(at + 1)) {
          const gap = this.#distance(from, to)
          if ((this.#degree[to] as number) % 2 === 0 || gap >= least || !isNear(gap, from, to)) continue
          best = to
          least = gap
        }
        if (best < 0) continue
        // The direction follows the adjacent lines: in at one end, out at the other.
        const pair = (this.#excess[from] as number) < 0 ? [from, best] : [best, from]
        links.push(...pair)
        this.#join(pair[0] as number, pair[1] as number)
      }
    }
    return links
  }

  /** Tells of each node whether its connected part has a loose end. */
  findOpen(): (node: number) => boolean {
    const open = new Set(this.#loose().map((node) => this.#root(node)))
    return (node) => open.has(this.#root(node))
  }
}

/** Whether a point of the plane lies in the filled area. */
export function isInsideContour({ nodes, closed, wound }: Contour, x: number, y: number): boolean {
  let winding = 0
  let crossings = 0
  for (let at = 0; at < closed.length; at += 2) {
    const a = (closed[at] as number) * 2
    const b = (closed[at + 1] as number) * 2
    const ay = nodes[a + 1] as number
    const by = nodes[b + 1] as number
    if (ay <= y === by <= y) continue
    const ax = nodes[a] as number
    const cross = ax + (((nodes[b] as number) - ax) * (y - ay)) / (by - ay)
    if (cross <= x) continue
    crossings++
    winding += by > ay ? 1 : -1
  }
  return wound ? winding !== 0 : crossings % 2 === 1
}
