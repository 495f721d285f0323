import type { Vec3 } from '@plumbline/bim/model'

/**
 * Bounding volume hierarchy for rays and view volumes, stored as a complete binary tree. Boxes are sorted along
 * a Morton curve and grouped into leaves of 4; node n has the children 2n+1 and 2n+2, so no links are stored
 * and the arrays can be transferred between threads.
 */
export interface AabbTree {
  /** box indices in Morton order */
  order: Uint32Array
  /** 6 per node: minimum corner, maximum corner; an empty node is inverted (minimum > maximum) */
  bounds: Float32Array
  /** number of leaves, a power of two */
  leaves: number
}

const LEAF = 4

/** Builds the tree over boxes of 6 numbers each (minimum corner, maximum corner); all must be finite. */
export function buildAabbTree(boxes: Float32Array): AabbTree {
  const count = boxes.length / 6
  const order = mortonOrder(boxes, count)
  let leaves = 1
  while (leaves * LEAF < count) leaves *= 2
  const bounds = new Float32Array((leaves * 2 - 1) * 6)
  for (let node = leaves * 2 - 2; node >= 0; node--) {
    const at = node * 6
    for (let axis = 0; axis < 3; axis++) {
      bounds[at + axis] = Infinity
      bounds[at + 3 + axis] = -Infinity
    }
    if (node >= leaves - 1) {
      const from = (node - leaves + 1) * LEAF
      for (let slot = from; slot < Math.min(count, from + LEAF); slot++)
        grow(bounds, at, boxes, (order[slot] as number) * 6)
    } else {
      grow(bounds, at, bounds, (node * 2 + 1) * 6)
      grow(bounds, at, bounds, (node * 2 + 2) * 6)
    }
  }
  return { order, bounds, leaves }
}

function grow(into: Float32Array, at: number, from: Float32Array, source: number): void {
  for (let axis = 0; axis < 3; axis++) {
    into[at + axis] = Math.min(into[at + axis] as number, from[source + axis] as number)
    into[at + 3 + axis] = Math.max(into[at + 3 + axis] as number, from[source + 3 + axis] as number)
  }
}

/** Box indices sorted by the Morton code of their centres, 10 bits per axis. */
function mortonOrder(boxes: Float32Array, count: number): Uint32Array {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const middle = (box: number, axis: number) =>
    ((boxes[box * 6 + axis] as number) + (boxes[box * 6 + 3 + axis] as number)) / 2
  for (let box = 0; box < count; box++) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis] as number, middle(box, axis))
      high[axis] = Math.max(high[axis] as number, middle(box, axis))
    }
  }
  // A single scale for all axes keeps the Morton cells cubic.
  const extent = Math.max(1e-9, ...high.map((value, axis) => value - (low[axis] as number)))
  const keys = new Float64Array(count)
  for (let box = 0; box < count; box++) {
    let code = 0
    for (let axis = 0; axis < 3; axis++) {
      const cell = ((middle(box, axis) - (low[axis] as number)) / extent) * 1023
      code |= spread(Math.max(0, Math.min(1023, cell | 0))) << axis
    }
    keys[box] = (code >>> 0) * 0x400000 + box
  }
  keys.sort()
  return Uint32Array.from(keys, (key) => key % 0x400000)
}

/** Inserts two zero bits after each of the ten bits of a number. */
function spread(value: number): number {
  let bits = value
  bits = (bits | (bits << 16)) & 0x30000ff
  bits = (bits | (bits << 8)) & 0x300f00f
  bits = (bits | (bits << 4)) & 0x30c30c3
  return (bits | (bits << 2)) & 0x9249249
}

/** Slab test: distance at which the ray enters a box, Infinity if it misses or the box lies beyond `limit`. */
function enter(
  bounds: Float32Array,
  at: number,
  origin: Vec3,
  inverse: Vec3,
  from: number,
  limit: number,
): number {
  let near = from
  let far = limit
  for (let axis = 0; axis < 3; axis++) {
    const one = ((bounds[at + axis] as number) - (origin[axis] as number)) * (inverse[axis] as number)
    const other = ((bounds[at + 3 + axis] as number) - (origin[axis] as number)) * (inverse[axis] as number)
    // A ray in the plane of a flat box yields 0·∞ = NaN; such an axis does not restrict it.
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  // Boxes are rounded to 32 bits; without this tolerance a ray could miss a flat one.
  return near <= far + 1e-4 ? near : Infinity
}

/**
 * Visits the boxes that a ray may hit, roughly front to back. `hit` receives a box index and the current
 * distance limit, and returns the limit, shortened if it found a nearer hit.
 */
export function traceRay(
  tree: AabbTree,
  origin: Vec3,
  direction: Vec3,
  from: number,
  limit: number,
  hit: (box: number, limit: number) => number,
): number {
  const { bounds, leaves, order } = tree
  const inverse: Vec3 = [1 / direction[0], 1 / direction[1], 1 / direction[2]]
  const stack: number[] = [0]
  let reach = limit
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (enter(bounds, node * 6, origin, inverse, from, reach) === Infinity) continue
    if (node >= leaves - 1) {
      const first = (node - leaves + 1) * LEAF
      for (let slot = first; slot < Math.min(order.length, first + LEAF); slot++)
        reach = hit(order[slot] as number, reach)
      continue
    }
    const left = node * 2 + 1
    const nearLeft = enter(bounds, left * 6, origin, inverse, from, reach)
    const nearRight = enter(bounds, left * 6 + 6, origin, inverse, from, reach)
    if (nearLeft < nearRight) {
      if (nearRight !== Infinity) stack.push(left + 1)
      stack.push(left)
    } else {
      if (nearLeft !== Infinity) stack.push(left)
      if (nearRight !== Infinity) stack.push(left + 1)
    }
  }
  return reach
}

/**
 * Visits every box in the nodes that pass `test`, which receives the index of a node's 6 numbers in `bounds`.
 */
export function traceVolume(
  tree: AabbTree,
  test: (bounds: Float32Array, at: number) => boolean,
  visit: (box: number) => void,
): void {
  const stack: number[] = [0]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const at = node * 6
    if ((tree.bounds[at] as number) > (tree.bounds[at + 3] as number) || !test(tree.bounds, at)) continue
    if (node < tree.leaves - 1) {
      stack.push(node * 2 + 1, node * 2 + 2)
      continue
    }
    const first = (node - tree.leaves + 1) * LEAF
    for (let slot = first; slot < Math.min(tree.order.length, first + LEAF); slot++)
      visit(tree.order[slot] as number)
  }
}
