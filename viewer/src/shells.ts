/** Share of unmatched edges that a closed shell may have: cut openings leave some. */
const MOST_BORDER = 0.2

/** Orientation of a shell, derived from the winding of its faces. */
export const SHELL_OPEN = 0
export const SHELL_OUTWARD = 1
export const SHELL_INWARD = 2

/**
 * The connected shells of one geometry. Files wind faces either way, sometimes inconsistently within one element, but a
 * section needs to know which side of a face is solid.
 */
export class Shells {
  readonly #parent: Uint32Array
  readonly #volume: Float64Array
  readonly #edges: Float64Array
  readonly #border: Float64Array

  /** @param welded for every vertex, the first vertex at the same position */
  constructor(welded: Uint32Array, indices: Uint32Array) {
    this.#parent = welded.slice()
    this.#volume = new Float64Array(welded.length)
    this.#edges = new Float64Array(welded.length)
    this.#border = new Float64Array(welded.length)
    for (let at = 0; at < indices.length; at += 3) {
      const root = this.#root(indices[at] as number)
      this.#parent[this.#root(indices[at + 1] as number)] = root
      this.#parent[this.#root(indices[at + 2] as number)] = root
    }
  }

  #root(vertex: number): number {
    let at = vertex
    for (let up = this.#parent[at] as number; up !== at; up = this.#parent[at] as number) {
      // Path halving keeps the chains of the union-find structure short.
      this.#parent[at] = this.#parent[up] as number
      at = this.#parent[at] as number
    }
    return at
  }

  /**
   * Sums up signed tetrahedron volumes relative to the shell's root vertex; negative if the faces point inward.
   */
  weigh(positions: Uint16Array, indices: Uint32Array): void {
    for (let at = 0; at < indices.length; at += 3) {
      const a = indices[at] as number
      const b = indices[at + 1] as number
      const c = indices[at + 2] as number
      const root = this.#root(a)
      const from = (vertex: number, axis: number) =>
        (positions[vertex * 3 + axis] as number) - (positions[root * 3 + axis] as number)
      const ax = from(a, 0)
      const ay = from(a, 1)
      const az = from(a, 2)
      const bx = from(b, 0)
      const by = from(b, 1)
      const bz = from(b, 2)
      const cx = from(c, 0)
      const cy = from(c, 1)
      const cz = from(c, 2)
      const six = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
      this.#volume[root] = (this.#volume[root] as number) + six
    }
  }

  /** Adds a drawn edge to the shell of a vertex; `border` means that only one face meets it. */
  addEdge(vertex: number, length: number, border: boolean): void {
    const root = this.#root(vertex)
    this.#edges[root] = (this.#edges[root] as number) + length
    if (border) this.#border[root] = (this.#border[root] as number) + length
  }

  /** Orientation of the shell of each vertex: SHELL_OPEN, SHELL_OUTWARD or SHELL_INWARD. */
  sides(): Int8Array {
    return Int8Array.from(this.#parent, (_, vertex) => {
      const root = this.#root(vertex)
      const volume = this.#volume[root] as number
      if (volume === 0 || (this.#border[root] as number) > (this.#edges[root] as number) * MOST_BORDER)
        return SHELL_OPEN
      return volume > 0 ? SHELL_OUTWARD : SHELL_INWARD
    })
  }
}
