import { IfcAPI, initSync, type MeshCollection, type MeshDataJs } from '@ifc-lite/wasm'
import type { ByteSource } from '../source.ts'
import { extractProducts } from '../step/extract-products.ts'
import { packColor, packSurfaceColor } from './colors.ts'
import { type ModelDrawing, NO_MATERIAL_COLOR } from './engine.ts'

/** Maximum file size in bytes, because the engine holds the whole file in memory. */
const MOST_BYTES = 512_000_000
/** Above this number of elements the whole file is read instead of an excerpt. */
const MOST_PICKED = 5000

/**
 * Mesh kinds that the engine returns for elements: the shape itself, or one layer of its build-up
 * (undocumented).
 */
const OCCURRENCES = [0, 3]

/** Output of the engine's first pass that its second pass requires; only the columns used here are declared. */
interface FirstPass {
  /** three per job: entity number, start, length */
  jobs?: Uint32Array
  unitScale: number
  rtcOffset?: Float64Array
  needsShift: boolean
  voidKeys: Uint32Array
  voidCounts: Uint32Array
  voidValues: Uint32Array
  styleIds: Uint32Array
  styleColors: Uint8Array
  planeAngleToRadians?: number
  materialElementIds?: Uint32Array
  materialColorCounts?: Uint32Array
  materialColors?: Uint8Array
}

/**
 * Draws elements with ifc-lite, which is independent of the first engine. Used for elements that are empty or crashed there.
 * @param wasm the bytes of its WebAssembly
 * @returns entity numbers of the drawn elements; none if the engine itself fails
 */
export function drawWithSecondEngine(
  source: ByteSource,
  ids: ReadonlySet<number>,
  drawing: ModelDrawing,
  wasm: Uint8Array<ArrayBuffer>,
): Set<number> {
  const isPicked = ids.size <= MOST_PICKED
  if (!isPicked && source.size > MOST_BYTES) return new Set()
  return drawBytesWithSecondEngine(
    isPicked ? extractProducts(source, ids) : source.read(0, source.size),
    ids,
    drawing,
    wasm,
  )
}

/** Like `drawWithSecondEngine`, from the bytes of a file. */
export function drawBytesWithSecondEngine(
  bytes: Uint8Array,
  ids: ReadonlySet<number>,
  drawing: ModelDrawing,
  wasm: Uint8Array<ArrayBuffer>,
): Set<number> {
  const drawn = new Set<number>()
  if (bytes.length > MOST_BYTES) return drawn
  try {
    initSync({ module: wasm })
    const api = new IfcAPI()
    const first = api.buildPrePassOnce(bytes) as FirstPass
    const jobs = jobsOf(first, ids)
    if (jobs.length > 0) {
      const meshes = runJobs(api, bytes, first, jobs)
      const colors = new FileColors(first)
      for (let index = 0; index < meshes.length; index++) {
        const mesh = meshes.takeMesh(index)
        // The engine also returns openings and type shapes, which were not requested.
        if (!mesh || !ids.has(mesh.expressId) || !OCCURRENCES.includes(mesh.geometryClass)) continue
        if (addMesh(mesh, meshes, drawing, colors.read(mesh))) drawn.add(mesh.expressId)
      }
    }
    api.clearPrePassCache()
  } catch {
    // The second engine crashed as well: its results so far are kept, the missing elements are reported.
  }
  return drawn
}

function jobsOf(first: FirstPass, ids: ReadonlySet<number>): Uint32Array {
  const wanted: number[] = []
  const all = first.jobs ?? new Uint32Array(0)
  for (let at = 0; at + 2 < all.length; at += 3) {
    if (ids.has(all[at] ?? 0)) wanted.push(...all.subarray(at, at + 3))
  }
  return Uint32Array.from(wanted)
}

function runJobs(api: IfcAPI, bytes: Uint8Array, first: FirstPass, jobs: Uint32Array): MeshCollection {
  const [x = 0, y = 0, z = 0] = first.rtcOffset ?? []
  return api.processGeometryBatch(
    bytes,
    jobs,
    first.unitScale,
    x,
    y,
    z,
    first.needsShift,
    first.voidKeys,
    first.voidCounts,
    first.voidValues,
    first.styleIds,
    first.styleColors,
    first.planeAngleToRadians,
    first.materialElementIds,
    first.materialColorCounts,
    first.materialColors,
  )
}

/** The colours stated in a file. For everything else the engine has its own defaults. */
class FileColors {
  /** items with a style or a colour for each face */
  readonly #items: Set<number>
  /** elements with a material that has a colour */
  readonly #elements: Set<number>
  /** of styles and materials; other items, such as cut solids and mapped items, have one of these as well */
  readonly #colors = new Set<number>()

  constructor({ styleIds, styleColors, materialElementIds, materialColors }: FirstPass) {
    this.#items = new Set(styleIds)
    this.#elements = new Set(materialElementIds)
    for (const bytes of [styleColors, materialColors ?? new Uint8Array(0)])
      for (let at = 0; at + 3 < bytes.length; at += 4)
        this.#colors.add(
          packColor(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0),
        )
  }

  /** The colour of a mesh, or that of elements without a material. */
  read({ color: [r = 1, g = 1, b = 1, a = 1], geometryItemId, expressId }: MeshDataJs): number {
    const packed = packColor(r * 255, g * 255, b * 255, a * 255)
    const isGiven = this.#items.has(geometryItemId ?? 0) || this.#elements.has(expressId)
    return isGiven || this.#colors.has(packed) ? packSurfaceColor(r, g, b, a) : NO_MATERIAL_COLOR
  }
}

/**
 * Converts a mesh from Y-up metres relative to an origin to Z-up world coordinates; false when none of it is
 * visible.
 */
function addMesh(mesh: MeshDataJs, meshes: MeshCollection, drawing: ModelDrawing, color: number): boolean {
  const { positions, normals, indices, origin } = mesh
  const vertices = new Float32Array(positions.length * 2)
  for (let at = 0; at < positions.length; at += 3) {
    for (const [part, values] of [positions, normals].entries()) {
      vertices[at * 2 + part * 3] = values[at] ?? 0
      vertices[at * 2 + part * 3 + 1] = -(values[at + 2] ?? 0)
      vertices[at * 2 + part * 3 + 2] = values[at + 1] ?? 0
    }
  }
  const pieces = drawing.shapes.add({ vertices, indices, metres: 1 })
  if (!pieces || pieces.length === 0) return false
  const shift = meshes.hasRtcOffset() ? [meshes.rtcOffsetX, meshes.rtcOffsetY, meshes.rtcOffsetZ] : [0, 0, 0]
  const [sx = 0, sy = 0, sz = 0] = shift
  const [ox = 0, oy = 0, oz = 0] = origin
  const matrix = [1, 0, 0, ox + sx, 0, 1, 0, -oz + sy, 0, 0, 1, oy + sz]
  for (const piece of pieces) drawing.instances.add(mesh.expressId, piece, color, matrix)
  drawing.triangles += indices.length / 3
  return true
}
