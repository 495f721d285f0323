/** Finds points near a place: a hash table of cubic cells over a subset of points. */
export class PlaceGrid {
  readonly #points: Float64Array
  readonly #cell: number
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #mask: number

  /** @param points 3 numbers per row @param cell edge of a cell in metres, about the usual search radius */
  constructor(points: Float64Array, rows: Iterable<number>, cell: number) {
    const count = points.length / 3
    let size = 64
    while (size < count * 2) size *= 2
    this.#points = points
    this.#cell = cell
    this.#mask = size - 1
    this.#heads = new Int32Array(size).fill(-1)
    this.#next = new Int32Array(count).fill(-1)
    for (const row of rows) {
      const slot = this.#slot(this.#at(row, 0), this.#at(row, 1), this.#at(row, 2))
      this.#next[row] = this.#heads[slot] ?? -1
      this.#heads[slot] = row
    }
  }

  /** Calls `visit` with every row within `radius` of a point. */
  visitNear(
    x: number,
    y: number,
    z: number,
    radius: number,
    visit: (row: number, distance: number) => void,
  ): void {
    const reach = (value: number) => Math.floor(value / this.#cell)
    for (let i = reach(x - radius); i <= reach(x + radius); i++)
      for (let j = reach(y - radius); j <= reach(y + radius); j++)
        for (let k = reach(z - radius); k <= reach(z + radius); k++)
          this.#visitCell(i, j, k, x, y, z, radius, visit)
  }

  /** Calls `visit` with every row within `radius` of a row of other points. */
  visitNearRow(
    points: Float64Array,
    row: number,
    radius: number,
    visit: (row: number, distance: number) => void,
  ): void {
    const at = row * 3
    this.visitNear(points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, radius, visit)
  }

  #visitCell(
    i: number,
    j: number,
    k: number,
    x: number,
    y: number,
    z: number,
    radius: number,
    visit: (row: number, distance: number) => void,
  ): void {
    const points = this.#points
    for (let row = this.#heads[this.#slot(i, j, k)] ?? -1; row >= 0; row = this.#next[row] ?? -1) {
      const dx = (points[row * 3] ?? 0) - x
      const dy = (points[row * 3 + 1] ?? 0) - y
      const dz = (points[row * 3 + 2] ?? 0) - z
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
      // another cell may share the slot, and its rows are visited with it
      if (distance > radius || this.#at(row, 0) !== i || this.#at(row, 1) !== j || this.#at(row, 2) !== k)
        continue
      visit(row, distance)
    }
  }

  #at(row: number, axis: number): number {
    return Math.floor((this.#points[row * 3 + axis] ?? 0) / this.#cell)
  }

  #slot(i: number, j: number, k: number): number {
    const mixed = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b) ^ Math.imul(k, 0xc2b2ae35)
    return (mixed ^ (mixed >>> 15)) & this.#mask
  }
}
