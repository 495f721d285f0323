import type { Chunk, Structure, Vec3 } from '../model.ts'
import { computePrincipalSizes, measureGeometry, type ShapeMeasure } from './shape-measures.ts'

/**
 * Measures of an element's shape and place that do not depend on its triangulation, used to match two versions of a file.
 * Computed from the stored chunks, so that a conversion needs no further pass and models that were converted earlier can be
 * matched as well.
 */
export interface ElementForms {
  /** 1 for elements with a surface of their own, 2 for assemblies that have the surfaces of their parts */
  has: Uint8Array
  /** 3 per element: centre of the surface, world coordinates in metres */
  centre: Float64Array
  /** square metres */
  area: Float64Array
  /** cubic metres */
  volume: Float64Array
  /** 3 per element, largest first: standard deviations of the surface along its principal axes, metres */
  sizes: Float64Array
  /** 6 per element: world box */
  box: Float64Array
}

/** Sums over an element's surface, from which centre and sizes follow. */
class SurfaceSums {
  readonly area: Float64Array
  readonly volume: Float64Array
  /** 3 per element: area times position */
  readonly first: Float64Array
  /** 6 per element: area times products of positions, in the order xx yy zz xy xz yz */
  readonly second: Float64Array
  readonly box: Float64Array

  constructor(elements: number) {
    this.area = new Float64Array(elements)
    this.volume = new Float64Array(elements)
    this.first = new Float64Array(elements * 3)
    this.second = new Float64Array(elements * 6)
    this.box = new Float64Array(elements * 6)
    for (let at = 0; at < this.box.length; at++) this.box[at] = at % 6 < 3 ? Infinity : -Infinity
  }

  /** Adds the surface of element `from` to `to`. */
  merge(to: number, from: number): void {
    this.area[to] = (this.area[to] ?? 0) + (this.area[from] ?? 0)
    this.volume[to] = (this.volume[to] ?? 0) + (this.volume[from] ?? 0)
    for (let at = 0; at < 3; at++)
      this.first[to * 3 + at] = (this.first[to * 3 + at] ?? 0) + (this.first[from * 3 + at] ?? 0)
    for (let at = 0; at < 6; at++)
      this.second[to * 6 + at] = (this.second[to * 6 + at] ?? 0) + (this.second[from * 6 + at] ?? 0)
    for (let at = 0; at < 3; at++) {
      const low = to * 6 + at
      this.box[low] = Math.min(this.box[low] ?? 0, this.box[from * 6 + at] ?? 0)
      this.box[low + 3] = Math.max(this.box[low + 3] ?? 0, this.box[from * 6 + at + 3] ?? 0)
    }
  }
}

/** Adds one placed shape to the sums of its element; local coordinates, `m` has the rows of a 3×4 matrix. */
function addInstance(sums: SurfaceSums, element: number, shape: ShapeMeasure, m: number[]): void {
  if (element >= sums.area.length || shape.area <= 0) return
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]] as number[]
  const scale = Math.abs(
    (a as number) * ((e as number) * (i as number) - (f as number) * (h as number)) -
      (b as number) * ((d as number) * (i as number) - (f as number) * (g as number)) +
      (c as number) * ((d as number) * (h as number) - (e as number) * (g as number)),
  )
  const area = shape.area * Math.cbrt(scale) ** 2
  sums.area[element] = (sums.area[element] ?? 0) + area
  sums.volume[element] = (sums.volume[element] ?? 0) + shape.volume * scale
  const centre: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * 4
    const value =
      (m[at] ?? 0) * shape.centre[0] +
      (m[at + 1] ?? 0) * shape.centre[1] +
      (m[at + 2] ?? 0) * shape.centre[2] +
      (m[at + 3] ?? 0)
    centre.push(value)
    sums.first[element * 3 + axis] = (sums.first[element * 3 + axis] ?? 0) + area * value
    let reach = 0
    let middle = m[at + 3] ?? 0
    for (let column = 0; column < 3; column++) {
      const cell = m[at + column] ?? 0
      middle += cell * (((shape.box[column] ?? 0) + (shape.box[column + 3] ?? 0)) / 2)
      reach += Math.abs(cell) * (((shape.box[column + 3] ?? 0) - (shape.box[column] ?? 0)) / 2)
    }
    const low = element * 6 + axis
    sums.box[low] = Math.min(sums.box[low] ?? 0, middle - reach)
    sums.box[low + 3] = Math.max(sums.box[low + 3] ?? 0, middle + reach)
  }
  const turned = turnCovariance(m, shape.covariance)
  for (const [at, [p, q]] of CELLS.entries()) {
    const own = (turned[at] ?? 0) + (centre[p] ?? 0) * (centre[q] ?? 0)
    sums.second[element * 6 + at] = (sums.second[element * 6 + at] ?? 0) + area * own
  }
}

/** The cells of a symmetric 3×3 matrix in the order xx yy zz xy xz yz. */
const CELLS: [number, number][] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
]
const INDEX = [0, 3, 4, 3, 1, 5, 4, 5, 2]

/** M · C · Mᵀ for the rotation part of a 3×4 matrix. */
function turnCovariance(m: ArrayLike<number>, covariance: ArrayLike<number>): number[] {
  const product = (row: number, column: number) => {
    let sum = 0
    for (let k = 0; k < 3; k++) sum += (m[row * 4 + k] ?? 0) * (covariance[INDEX[k * 3 + column] ?? 0] ?? 0)
    return sum
  }
  const left = Array.from({ length: 9 }, (_, at) => product(Math.floor(at / 3), at % 3))
  return CELLS.map(([p, q]) => {
    let sum = 0
    for (let k = 0; k < 3; k++) sum += (left[p * 3 + k] ?? 0) * (m[q * 4 + k] ?? 0)
    return sum
  })
}

/**
 * Divides the lengths of a matrix's axes out of it and returns them, where they differ: for mapped items with several scales
 * and for long shapes (geometry/long-frames.ts), whose surface must be measured in the building and not in their own frame.
 * Null where all are equal.
 */
function takeStretch(m: number[]): number[] | null {
  const lengths = [0, 1, 2].map((column) =>
    Math.hypot(m[column] ?? 0, m[column + 4] ?? 0, m[column + 8] ?? 0),
  )
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  if (!(least > 0) || most < least * 1.001) return null
  for (let cell = 0; cell < 12; cell++) if (cell % 4 < 3) m[cell] = (m[cell] ?? 0) / (lengths[cell % 4] ?? 1)
  return lengths
}

/** Collects chunks and computes the forms of all elements. */
export class FormsBuilder {
  readonly #sums: SurfaceSums
  readonly #structure: Structure
  readonly #origin: Vec3

  constructor(structure: Structure, origin: Vec3) {
    this.#structure = structure
    this.#origin = origin
    this.#sums = new SurfaceSums(structure.elements.guid.length)
  }

  addChunk(chunk: Chunk): void {
    const { count, element, geometry, matrix } = chunk.instances
    const measures = new Map<string, ShapeMeasure>()
    for (let row = 0; row < count; row++) {
      const own = geometry[row] ?? 0
      const m = Array.from(matrix.subarray(row * 12, row * 12 + 12))
      const stretch = takeStretch(m)
      const key = stretch ? `${own}/${stretch.map((length) => length.toPrecision(6)).join()}` : `${own}`
      const shape = measures.get(key) ?? measureGeometry(chunk, own, stretch ?? undefined)
      measures.set(key, shape)
      addInstance(this.#sums, element[row] ?? 0, shape, m)
    }
  }

  finish(): ElementForms {
    const { elements, classes } = this.#structure
    const count = elements.guid.length
    const sums = this.#sums
    const has = new Uint8Array(count)
    for (let element = 0; element < count; element++) if ((sums.area[element] ?? 0) > 0) has[element] = 1
    const places = classes.map((name) =>
      /^Ifc(Project|Site|Building|BuildingStorey|Space|Facility|.*Part)$/.test(name),
    )
    // parents precede children: from the last to the first, the parts reach the topmost assembly
    for (let element = count - 1; element > 0; element--) {
      const parent = elements.parent[element] ?? -1
      if (parent < 0 || !has[element] || has[parent] === 1 || places[elements.class[parent] ?? -1]) continue
      sums.merge(parent, element)
      has[parent] = 2
    }
    return this.#compute(has)
  }

  #compute(has: Uint8Array): ElementForms {
    const sums = this.#sums
    const centre = new Float64Array(has.length * 3)
    const sizes = new Float64Array(has.length * 3)
    for (let element = 0; element < has.length; element++) {
      const area = sums.area[element] ?? 0
      if (!has[element] || area <= 0) continue
      const mean = [0, 1, 2].map((axis) => (sums.first[element * 3 + axis] ?? 0) / area)
      const covariance = CELLS.map(
        ([p, q], at) => (sums.second[element * 6 + at] ?? 0) / area - (mean[p] ?? 0) * (mean[q] ?? 0),
      )
      sizes.set(computePrincipalSizes(covariance), element * 3)
      for (let axis = 0; axis < 3; axis++) {
        const origin = this.#origin[axis] ?? 0
        centre[element * 3 + axis] = (mean[axis] ?? 0) + origin
        for (const at of [element * 6 + axis, element * 6 + axis + 3])
          sums.box[at] = (sums.box[at] ?? 0) + origin
      }
    }
    return { has, centre, area: sums.area, volume: sums.volume, sizes, box: sums.box }
  }
}
