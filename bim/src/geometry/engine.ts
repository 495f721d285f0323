import { createRequire } from 'node:module'
import type { FlatMesh, IfcAPI } from 'web-ifc'
import type { ByteSource } from '../source.ts'
import { packSurfaceColor } from './colors.ts'
import { Instances } from './instances.ts'
import { type ShapePiece, Shapes } from './shapes.ts'
import { readMarkingWhite } from './white-colors.ts'

// loaded by `require`: `import` would read the 6 MB of CommonJS three times, for its format, its exports and to
// run it
const engine: typeof import('web-ifc') = createRequire(import.meta.url)('web-ifc')

/** Marks elements without a material. The engine gives them opaque white; see readMarkingWhite. */
export const NO_MATERIAL_COLOR = 0x00010203

/** Size of the engine's read buffer in bytes; its default of 64 MB costs memory without being faster. */
const TAPE_SIZE = 1 << 22

/** Segments of a full circle, the engine's default. */
const SEGMENTS = 12

/** Placed triangles of a file, beyond which nothing more is drawn: no device could show them. */
const MOST_PLACED_TRIANGLES = 200_000_000

const OPENINGS = [engine.IFCOPENINGELEMENT, engine.IFCOPENINGSTANDARDCASE, engine.IFCVOIDINGFEATURE]

/** All instances and shapes drawn from a file, before they are checked and packed. */
export class ModelDrawing {
  readonly shapes: Shapes
  readonly instances = new Instances()
  /** entity numbers of elements with a non-finite vertex or placement */
  readonly notFinite = new Set<number>()
  /** entity numbers that the engine has processed, with or without a shape */
  readonly answered = new Set<number>()
  /** entity numbers of elements that are not drawn, or in part, because the file places too many triangles */
  readonly excess = new Set<number>()
  /** the first instance that counts of elements that were drawn again, by entity number */
  readonly redrawn = new Map<number, number>()
  /** entity numbers of holes in elements */
  readonly openings = new Set<number>()
  /** number of placed triangles from the engine, without spaces */
  triangles = 0

  readonly #mostTriangles: number
  /** entity numbers of the only elements that are drawn; null for all */
  readonly only: ReadonlySet<number> | null

  constructor(
    simplify: boolean,
    mostTriangles = MOST_PLACED_TRIANGLES,
    only: ReadonlySet<number> | null = null,
  ) {
    this.only = only
    this.shapes = new Shapes(simplify)
    this.#mostTriangles = mostTriangles
  }

  /** Whether more triangles are placed than any device could show. */
  get isFull(): boolean {
    return this.triangles > this.#mostTriangles
  }
}

let prepared: Promise<IfcAPI> | null = null

/** Loads the WebAssembly in advance for the next engine that is opened. */
export async function loadEngine(): Promise<void> {
  prepared ??= startApi()
  await prepared
}

async function startApi(): Promise<IfcAPI> {
  const api = new engine.IfcAPI()
  await api.Init()
  api.SetLogLevel(engine.LogLevel.LOG_LEVEL_OFF)
  return api
}

interface DrawnGeometry {
  /** null if it contains a non-finite number */
  pieces: ShapePiece[] | null
  /** number of triangles before simplification */
  triangles: number
}

/** web-ifc opened on one file. Throws any error of its WebAssembly; afterwards only `close` may be called. */
export class GeometryEngine {
  #api: IfcAPI
  #model: number
  #metres: number
  #cut: ReadonlySet<number> = new Set()
  #cells = new Float64Array(12)
  /** each geometry that the engine has returned before, but for those of cut elements */
  #geometries = new Map<number, DrawnGeometry>()

  private constructor(api: IfcAPI, model: number, metres: number) {
    this.#api = api
    this.#model = model
    this.#metres = metres
  }

  /** Opens a file in the engine; null when it cannot be read. */
  static async open(
    source: ByteSource,
    onProgress: (fraction: number) => void,
    segments = SEGMENTS,
  ): Promise<GeometryEngine | null> {
    const api = await (prepared ?? startApi())
    prepared = null
    const model = api.OpenModelFromCallback(
      (offset, size) => {
        onProgress(Math.min(1, offset / source.size))
        return readMarkingWhite(source, offset, size)
      },
      { TAPE_SIZE, CIRCLE_SEGMENTS: segments },
    )
    return model < 0 ? null : new GeometryEngine(api, model, 1)
  }

  /**
   * Says what the engine needs to know of a file before it draws.
   * @param metres metres per length unit of the file: geometry is stored in metres, placements without scale
   * @param cut elements whose shapes are cut, see structure/cut-elements.ts
   */
  prepare({ metres, cut }: { metres: number; cut: ReadonlySet<number> }): void {
    this.#metres = metres
    this.#cut = cut
  }

  /** Draws everything, spaces and then openings last; reports the number of elements done. */
  drawAll(drawing: ModelDrawing, onProgress: (elements: number) => void): void {
    let done = 0
    // The engine restarts its own count for every class.
    this.#api.StreamAllMeshes(this.#model, (mesh) => {
      this.#take(mesh, drawing, true)
      if ((++done & 15) === 0) onProgress(done)
    })
    this.#api.StreamAllMeshesWithTypes(this.#model, [engine.IFCSPACE], (mesh) =>
      this.#take(mesh, drawing, false),
    )
    this.#api.StreamAllMeshesWithTypes(this.#model, OPENINGS, (mesh) => {
      drawing.openings.add(mesh.expressID)
      this.#take(mesh, drawing, false)
    })
  }

  /** Draws only the given elements. */
  draw(ids: number[], drawing: ModelDrawing): void {
    this.#api.StreamMeshes(this.#model, ids, (mesh) => this.#take(mesh, drawing, true))
  }

  close(): void {
    this.#api.CloseModel(this.#model)
  }

  #take(mesh: FlatMesh, drawing: ModelDrawing, counts: boolean): void {
    // drawn before all others, or not at all
    if (drawing.answered.has(mesh.expressID) || drawing.only?.has(mesh.expressID) === false) return
    drawing.answered.add(mesh.expressID)
    for (let index = 0; index < mesh.geometries.size(); index++) {
      if (drawing.isFull) {
        drawing.excess.add(mesh.expressID)
        return
      }
      const placed = mesh.geometries.get(index)
      const { pieces, triangles } = this.#geometry(placed.geometryExpressID, mesh.expressID, drawing)
      const matrix = this.#matrix(placed.flatTransformation)
      if (pieces === null || matrix === null) {
        drawing.notFinite.add(mesh.expressID)
        continue
      }
      const { x, y, z, w } = placed.color
      const hasNone = x === 1 && y === 1 && z === 1 && w === 1
      const color = hasNone ? NO_MATERIAL_COLOR : packSurfaceColor(x, y, z, w)
      for (const piece of pieces) drawing.instances.add(mesh.expressID, piece, color, matrix)
      if (counts) drawing.triangles += triangles
    }
  }

  #geometry(id: number, element: number, drawing: ModelDrawing): DrawnGeometry {
    const isCut = this.#cut.has(element)
    const known = isCut ? undefined : this.#geometries.get(id)
    if (known) return known
    const geometry = this.#api.GetGeometry(this.#model, id)
    // Views into the engine's memory, valid until its next call; they are consumed immediately, so no copy is
    // needed.
    const { HEAPF32, HEAPU32 } = this.#api.wasmModule as { HEAPF32: Float32Array; HEAPU32: Uint32Array }
    const vertex = geometry.GetVertexData() / 4
    const corner = geometry.GetIndexData() / 4
    const vertices = HEAPF32.subarray(vertex, vertex + geometry.GetVertexDataSize())
    const indices = HEAPU32.subarray(corner, corner + geometry.GetIndexDataSize())
    const pieces = drawing.shapes.add({ vertices, indices, metres: this.#metres })
    const drawn = { pieces, triangles: indices.length / 3 }
    geometry.delete()
    if (!isCut) this.#geometries.set(id, drawn)
    return drawn
  }

  /**
   * Converts the engine's column-major Y-up matrix in file units to rows of a Z-up matrix in metres; null when
   * it contains a non-finite number. The next call overwrites the result.
   */
  #matrix(m: number[]): Float64Array | null {
    const k = 1 / this.#metres
    const cells = this.#cells
    for (let column = 0; column < 4; column++) {
      const scale = column < 3 ? k : 1
      cells[column] = (m[column * 4] ?? Number.NaN) * scale
      cells[4 + column] = -(m[column * 4 + 2] ?? Number.NaN) * scale
      cells[8 + column] = (m[column * 4 + 1] ?? Number.NaN) * scale
    }
    for (let cell = 0; cell < 12; cell++) if (!Number.isFinite(cells[cell])) return null
    return cells
  }
}
