import { mergeNormals, type PlacedChunk } from './place.ts'
import { Shells } from './shells.ts'

/**
 * Faces that meet at less than this angle count as one curved surface (arcs are tessellated in steps of 30°).
 */
const CREASE_COS = Math.cos((33 * Math.PI) / 180)

/** The feature edges of each geometry: creases and borders. */
export interface EdgeTable {
  /** geometries + 1 entries: start of each geometry's vertex pairs */
  first: Uint32Array
  /** vertex indices relative to the geometry's first vertex, two per edge */
  vertices: Uint32Array
  /** per geometry: face area divided by edge length, in quantised units; the mean distance between its edges */
  spacing: Float32Array
  /** per vertex of the chunk: orientation of its shell, see shells.ts */
  sides: Int8Array
}

/** Edge lines of a whole chunk for the GPU, largest instance first. */
export interface MergedEdges {
  indices: Uint32Array
  /** instances + 1 entries: start of each instance's lines, in the order of `radius` */
  firstIndex: Uint32Array
  /** instance radii, descending */
  radius: Float32Array
  /** distance between edges per instance, in the chunk's instance order, metres */
  spacing: Float32Array
  /** `MergedBuffers.normals` again, now with the shell orientation of each vertex */
  normals: Int8Array
}

/** Finds the crease and border edges of every geometry of a chunk. */
export function findEdges(placed: PlacedChunk): EdgeTable {
  const { geometries } = placed
  const first = new Uint32Array(geometries.count + 1)
  const spacing = new Float32Array(geometries.count)
  const sides = new Int8Array(placed.positions.length / 3)
  const parts: Uint32Array[] = []
  const stretches = listStretches(placed)
  let total = 0
  for (let geometry = 0; geometry < geometries.count; geometry++) {
    const start = geometries.firstVertex[geometry] as number
    const from = geometries.firstIndex[geometry] as number
    const positions = placed.positions.subarray(
      start * 3,
      (start + (geometries.vertexCount[geometry] as number)) * 3,
    )
    const stretch = stretches.get(geometry)
    const found = creases(
      positions,
      placed.indices.subarray(from, from + (geometries.indexCount[geometry] as number)),
      stretch ? Float32Array.from(positions, (value, at) => value * (stretch[at % 3] as number)) : positions,
    )
    first[geometry] = total
    spacing[geometry] = found.spacing
    sides.set(found.sides, start)
    parts.push(found.vertices)
    total += found.vertices.length
  }
  first[geometries.count] = total
  const vertices = new Uint32Array(total)
  parts.forEach((part, geometry) => {
    vertices.set(part, first[geometry])
  })
  return { first, vertices, spacing, sides }
}

/**
 * For geometries with different scales along their axes: the scales relative to the first axis. Long plain shapes have
 * coarser steps along their length, which would distort the angles between their faces.
 */
function listStretches({ instances }: PlacedChunk): Map<number, [number, number, number]> {
  const found = new Map<number, [number, number, number]>()
  for (let row = instances.geometry.length - 1; row >= 0; row--) {
    const x = lengthScale(instances.matrix, row * 12)
    const y = lengthScale(instances.matrix, row * 12 + 1) / x
    const z = lengthScale(instances.matrix, row * 12 + 2) / x
    if (Math.abs(y - 1) < 0.01 && Math.abs(z - 1) < 0.01) continue
    if (y > 0 && y < 1e9 && z > 0 && z < 1e9) found.set(instances.geometry[row] as number, [1, y, z])
  }
  return found
}

/**
 * Maps each vertex to the first one at the same position, so that faces with separate vertices can share an
 * edge.
 */
function weld(positions: Uint16Array): Uint32Array {
  const count = positions.length / 3
  const size = 1 << Math.max(4, 32 - Math.clz32(count * 2))
  const slots = new Int32Array(size).fill(-1)
  const welded = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * 3
    const x = positions[at] as number
    const y = positions[at + 1] as number
    const z = positions[at + 2] as number
    let slot = mixBits(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (size - 1)
    for (;;) {
      const other = slots[slot] as number
      if (other < 0) {
        slots[slot] = vertex
        welded[vertex] = vertex
        break
      }
      if (positions[other * 3] === x && positions[other * 3 + 1] === y && positions[other * 3 + 2] === z) {
        welded[vertex] = other
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  return welded
}

function mixBits(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (once ^ (once >>> 16)) >>> 0
}

const BORDER = 0
const SMOOTH = 1
const CREASE = 2

interface Found {
  vertices: Uint32Array
  spacing: number
  sides: Int8Array
}

/** `shaped`: the positions with equal steps on all axes. */
function creases(positions: Uint16Array, indices: Uint32Array, shaped: Uint16Array | Float32Array): Found {
  const welded = weld(positions)
  const size = 1 << Math.max(4, 32 - Math.clz32(indices.length * 2))
  const slots = new Int32Array(size).fill(-1)
  const ends = new Uint32Array(indices.length * 2)
  const face = new Uint32Array(indices.length)
  const kind = new Uint8Array(indices.length)
  const normals = new Float32Array(indices.length)
  let edges = 0
  let area = 0
  for (let triangle = 0; triangle < indices.length; triangle += 3) {
    const corners = [0, 1, 2].map((corner) => welded[indices[triangle + corner] as number] as number)
    const size2 = faceNormal(shaped, corners as [number, number, number], normals, triangle)
    if (size2 === 0) continue
    area += size2 / 2
    for (let side = 0; side < 3; side++) {
      const a = Math.min(corners[side] as number, corners[(side + 1) % 3] as number)
      const b = Math.max(corners[side] as number, corners[(side + 1) % 3] as number)
      let slot = mixBits(Math.imul(a, 73856093) ^ Math.imul(b, 19349663)) & (size - 1)
      let edge = slots[slot] as number
      while (edge >= 0 && (ends[edge * 2] !== a || ends[edge * 2 + 1] !== b)) {
        slot = (slot + 1) & (size - 1)
        edge = slots[slot] as number
      }
      if (edge < 0) {
        slots[slot] = edges
        ends[edges * 2] = a
        ends[edges * 2 + 1] = b
        face[edges++] = triangle
      } else if (kind[edge] !== CREASE) {
        kind[edge] = meetFlat(normals, face[edge] as number, triangle) ? SMOOTH : CREASE
      }
    }
  }
  hideSeams(indices, (one, other) => {
    const [a, b] = [welded[one] as number, welded[other] as number]
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    let slot = mixBits(Math.imul(low, 73856093) ^ Math.imul(high, 19349663)) & (size - 1)
    for (let edge = slots[slot] as number; edge >= 0; edge = slots[slot] as number) {
      if (ends[edge * 2] === low && ends[edge * 2 + 1] === high) {
        if (kind[edge] === BORDER) kind[edge] = SMOOTH
        return
      }
      slot = (slot + 1) & (size - 1)
    }
  })
  const shells = new Shells(welded, indices)
  shells.weigh(positions, indices)
  const found = chosen(shaped, ends, kind, edges, shells)
  return {
    vertices: found.vertices,
    spacing: found.total > 0 ? area / found.total : 0,
    sides: shells.sides(),
  }
}

/** Calls back for each edge to another piece of the same surface: the converter marks it by a triangle with a repeated corner. */
function hideSeams(indices: Uint32Array, hide: (from: number, to: number) => void): void {
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] as number, indices[at + 1] as number, indices[at + 2] as number]
    if (a === b) hide(b, c)
    else if (b === c || c === a) hide(a, b)
  }
}

/** Writes the unit normal of a triangle and returns the length of the cross product, 0 when it has no area. */
function faceNormal(
  positions: Uint16Array | Float32Array,
  corners: [number, number, number],
  into: Float32Array,
  at: number,
): number {
  const [a, b, c] = corners
  const step = (from: number, to: number, axis: number) =>
    (positions[to * 3 + axis] as number) - (positions[from * 3 + axis] as number)
  const ux = step(a, b, 0)
  const uy = step(a, b, 1)
  const uz = step(a, b, 2)
  const vx = step(a, c, 0)
  const vy = step(a, c, 1)
  const vz = step(a, c, 2)
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  const size = Math.hypot(x, y, z)
  if (size === 0) return 0
  into[at] = x / size
  into[at + 1] = y / size
  into[at + 2] = z / size
  return size
}

function meetFlat(normals: Float32Array, one: number, other: number): boolean {
  const cos =
    (normals[one] as number) * (normals[other] as number) +
    (normals[one + 1] as number) * (normals[other + 1] as number) +
    (normals[one + 2] as number) * (normals[other + 2] as number)
  // The absolute value, because files do not always wind neighbouring faces consistently.
  return Math.abs(cos) > CREASE_COS
}

/** Filters the edges to draw (creases and borders) and reports each to its shell. */
function chosen(
  positions: Uint16Array | Float32Array,
  ends: Uint32Array,
  kind: Uint8Array,
  edges: number,
  shells: Shells,
): { vertices: Uint32Array; total: number } {
  const vertices = new Uint32Array(edges * 2)
  let used = 0
  let total = 0
  for (let edge = 0; edge < edges; edge++) {
    if (kind[edge] === SMOOTH) continue
    const a = ends[edge * 2] as number
    const b = ends[edge * 2 + 1] as number
    vertices[used++] = a
    vertices[used++] = b
    const size = Math.hypot(
      (positions[a * 3] as number) - (positions[b * 3] as number),
      (positions[a * 3 + 1] as number) - (positions[b * 3 + 1] as number),
      (positions[a * 3 + 2] as number) - (positions[b * 3 + 2] as number),
    )
    total += size
    shells.addEdge(a, size, kind[edge] === BORDER)
  }
  return { vertices: vertices.slice(0, used), total }
}

/** Expands the edges of every instance into one index buffer, largest instance first. */
export function mergeEdges(placed: PlacedChunk, edges: EdgeTable): MergedEdges {
  const { instances } = placed
  const order = Uint32Array.from(instances.radius.keys()).sort(
    (a, b) => (instances.radius[b] as number) - (instances.radius[a] as number),
  )
  const firstIndex = new Uint32Array(order.length + 1)
  const spacing = new Float32Array(order.length)
  let total = 0
  order.forEach((instance, at) => {
    const geometry = instances.geometry[instance] as number
    firstIndex[at] = total
    total += (edges.first[geometry + 1] as number) - (edges.first[geometry] as number)
    spacing[instance] = (edges.spacing[geometry] as number) * lengthScale(instances.matrix, instance * 12)
  })
  firstIndex[order.length] = total
  const indices = new Uint32Array(total)
  order.forEach((instance, at) => {
    const from = edges.first[instances.geometry[instance] as number] as number
    const base = instances.firstVertex[instance] as number
    const start = firstIndex[at] as number
    const count = (firstIndex[at + 1] as number) - start
    for (let index = 0; index < count; index++)
      indices[start + index] = (edges.vertices[from + index] as number) + base
  })
  const radius = Float32Array.from(order, (instance) => instances.radius[instance] as number)
  return { indices, firstIndex, radius, spacing, normals: mergeNormals(placed, edges.sides) }
}

/** Length of a matrix's column, the first one at `at`: metres per quantised unit. */
function lengthScale(matrix: Float32Array, at: number): number {
  return Math.hypot(matrix[at] as number, matrix[at + 4] as number, matrix[at + 8] as number)
}
