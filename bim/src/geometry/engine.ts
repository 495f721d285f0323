import { createRequire } from 'node:module'
import type { FlatMesh, IfcAPI } from 'web-ifc'
import type { ModelSource } from '../source.ts'
import { packColor } from './colors.ts'
import { Instances } from './instances.ts'
import { type Piece, Shapes } from './shapes.ts'

// 6 MB of CommonJS: `import` would read it three times, for its format, its exports and to run it
const engine: typeof import('web-ifc') = createRequire(import.meta.url)('web-ifc')

/** What the engine gives to things without a material: opaque white. */
export const NO_MATERIAL = 0xffffffff

/** Bytes that the engine reads and keeps at a time: its own 64 MB cost memory and gain no time. */
const TAPE_SIZE = 1 << 22

/** Everything the file draws, before it is checked and packed. */
export class Drawing {
  readonly shapes: Shapes
  readonly instances = new Instances()
  /** entity numbers of elements with a vertex or placement that is no finite number */
  readonly notFinite = new Set<number>()
  /** entity numbers for which the engine has answered, with or without a shape */
  readonly answered = new Set<number>()
  /** triangles as the engine made them, placed, spaces left out */
  triangles = 0

  constructor(simplify: boolean) {
    this.shapes = new Shapes(simplify)
  }
}

let prepared: Promise<IfcAPI> | null = null

/** Loads the WebAssembly ahead of time; the next engine that opens uses it. */
export async function prepareEngine(): Promise<void> {
  prepared ??= startApi()
  await prepared
}

async function startApi(): Promise<IfcAPI> {
  const api = new engine.IfcAPI()
  await api.Init()
  api.SetLogLevel(engine.LogLevel.LOG_LEVEL_OFF)
  return api
}

/** web-ifc over one file. Throws whatever its WebAssembly throws; afterwards only `close` may be called. */
export class Engine {
  #api: IfcAPI
  #model: number
  #metres: number
  #cells = new Float64Array(12)
  /** pieces of each geometry the engine has handed out already */
  #pieces = new Map<number, Piece[] | null>()

  private constructor(api: IfcAPI, model: number, metres: number) {
    this.#api = api
    this.#model = model
    this.#metres = metres
  }

  /**
   * Reads the file into the engine; null when it cannot.
   * @param metres metres per length unit of the file: geometry is kept in metres, placements without scale
   */
  static async open(source: ModelSource, onProgress: (fraction: number) => void): Promise<Engine | null> {
    const api = await (prepared ?? startApi())
    prepared = null
    const model = api.OpenModelFromCallback(
      (offset, size) => {
        onProgress(Math.min(1, offset / source.size))
        return source.read(offset, size)
      },
      { TAPE_SIZE },
    )
    return model < 0 ? null : new Engine(api, model, 1)
  }

  set metres(metres: number) {
    this.#metres = metres
  }

  /** Draws everything but openings and spaces, then the spaces; tells how many elements are done. */
  drawAll(drawing: Drawing, onProgress: (elements: number) => void): void {
    let done = 0
    // The engine's own count starts anew with every class.
    this.#api.StreamAllMeshes(this.#model, (mesh) => {
      this.#take(mesh, drawing, true)
      if ((++done & 15) === 0) onProgress(done)
    })
    this.#api.StreamAllMeshesWithTypes(this.#model, [engine.IFCSPACE], (mesh) =>
      this.#take(mesh, drawing, false),
    )
  }

  /** Draws the given elements only. */
  draw(ids: number[], drawing: Drawing): void {
    this.#api.StreamMeshes(this.#model, ids, (mesh) => this.#take(mesh, drawing, true))
  }

  close(): void {
    this.#api.CloseModel(this.#model)
  }

  #take(mesh: FlatMesh, drawing: Drawing, counts: boolean): void {
    // drawn ahead of the others
    if (drawing.answered.has(mesh.expressID)) return
    drawing.answered.add(mesh.expressID)
    for (let index = 0; index < mesh.geometries.size(); index++) {
      const placed = mesh.geometries.get(index)
      const pieces = this.#geometry(placed.geometryExpressID, drawing)
      const matrix = this.#matrix(placed.flatTransformation)
      if (pieces === null || matrix === null) {
        drawing.notFinite.add(mesh.expressID)
        continue
      }
      const { x, y, z, w } = placed.color
      const color = packColor(x * 255, y * 255, z * 255, w * 255)
      for (const piece of pieces) drawing.instances.add(mesh.expressID, piece, color, matrix)
      if (counts) drawing.triangles += this.#triangles.get(placed.geometryExpressID) ?? 0
    }
  }

  #triangles = new Map<number, number>()

  #geometry(id: number, drawing: Drawing): Piece[] | null {
    const known = this.#pieces.get(id)
    if (known !== undefined) return known
    const geometry = this.#api.GetGeometry(this.#model, id)
    // Views into the engine's memory instead of copies: good until its next call, and nothing is kept of them.
    const { HEAPF32, HEAPU32 } = this.#api.wasmModule as { HEAPF32: Float32Array; HEAPU32: Uint32Array }
    const [vertex, corner] = [geometry.GetVertexData() / 4, geometry.GetIndexData() / 4]
    const vertices = HEAPF32.subarray(vertex, vertex + geometry.GetVertexDataSize())
    const indices = HEAPU32.subarray(corner, corner + geometry.GetIndexDataSize())
    const pieces = drawing.shapes.add({ vertices, indices, metres: this.#metres })
    geometry.delete()
    this.#pieces.set(id, pieces)
    this.#triangles.set(id, indices.length / 3)
    return pieces
  }

  /**
   * The engine's column-major Y-up matrix over file units as rows of a Z-up matrix over metres; null when it holds a
   * number that is not finite. The result is overwritten by the next call.
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
