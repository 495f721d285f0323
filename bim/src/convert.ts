import { type ShapeHashes, shapeHashes } from './elements/shape-hashes.ts'
import { type Judgement, judge } from './geometry/check.ts'
import { type Placed, packChunks } from './geometry/chunks.ts'
import { colorOfClass } from './geometry/colors.ts'
import { drawModel } from './geometry/draw.ts'
import { type Drawing, NO_MATERIAL } from './geometry/engine.ts'
import { FORMAT, type Manifest, ModelError, type Report } from './model.ts'
import { type ArtefactSink, encodeJson, type ModelFacts, type Preparation, readModel } from './read-model.ts'
import { noteNoShapes, reportNotShown, requireShapes } from './report.ts'
import { sniffModel } from './sniff.ts'
import type { ModelSource } from './source.ts'
import { hasBody } from './structure/bodies.ts'
import { isSpatial } from './structure/entities.ts'

/** Version of the converter's output; stored models of another version are found by it and converted again. */
export const CONVERTER = 'plumbline 1'

/** Number of bytes checked at both ends before anything else. */
const SNIFFED = 1 << 16

export type Stage = 'VALIDATE' | 'PARSE' | 'GEOMETRY' | 'INDEX' | 'TILES'
/** Progress callback; `fraction` refers to the whole conversion, 0…1, and never decreases. */
export type OnProgress = (stage: Stage, fraction: number) => void

/** Reads structure and properties in parallel to the drawing. */
export interface ModelReader {
  /** resolves as soon as the file has been scanned */
  preparation: Promise<Preparation>
  facts: Promise<ModelFacts>
}

export interface ConvertOptions {
  /** used in messages only */
  fileName?: string
  onProgress?: OnProgress
  /**
   * Receives the first storey of a large model while the rest is being drawn: a complete model without
   * properties.
   */
  onFirst?: (first: FirstModel) => void
  /** Called after drawing, when the first engine is closed: the moment to free its memory. */
  onDrawn?: () => Promise<void>
  /** File size in bytes from which the first storey is emitted early, if no `reader` is given. */
  longWait?: number
  /**
   * Reads structure and properties in another thread and writes their artefacts itself; by default it is done
   * here.
   */
  reader?: ModelReader
  /** false keeps every triangle of the geometry engine */
  simplify?: boolean
  /** false leaves all drawing to the second engine, for files on which the first one hung or crashed */
  firstEngine?: boolean
  /** loads the WebAssembly of @ifc-lite/wasm; called only when the first engine left elements out */
  secondEngine?: () => Promise<Uint8Array<ArrayBuffer>>
}

export interface FirstModel {
  manifest: Manifest
  structure: ModelFacts['structure']
  /** by file name in the manifest */
  chunks: { file: string; bytes: Uint8Array }[]
}

export interface Conversion {
  manifest: Manifest
  report: Report
  structure: ModelFacts['structure']
  /** hashes for comparing the shapes of elements between versions */
  hashes: ShapeHashes
  /** placed triangles of the geometry engine before simplification, without spaces */
  triangles_drawn: number
}

/** Progress at which each stage starts, proportional to its work. */
const BEGINS: [stage: Stage, begin: number][] = [
  ['VALIDATE', 0],
  ['PARSE', 0.02],
  ['GEOMETRY', 0.22],
  ['INDEX', 0.77],
  ['TILES', 0.9],
]

/**
 * Converts an IFC file to artefacts (see model.ts), which are written to the sink. The shell (chunk 0) is
 * written before the other chunks and the manifest last, so that a reader of the manifest can fetch everything.
 * @throws ModelError when the file cannot be shown, with a message for the user who uploaded it
 */
export async function convertModel(
  source: ModelSource,
  sink: ArtefactSink,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const progress = stageProgress(options.onProgress ?? (() => {}))
  const head = source.read(0, SNIFFED).slice()
  const tail = source.read(Math.max(0, source.size - SNIFFED), SNIFFED)
  const { kind } = sniffModel(head, tail, source.size, options.fileName ?? '')
  if (kind === 'ifczip') {
    const hint = 'Upload the .ifc file itself, or an archive with that one file in it.'
    throw new ModelError('ARCHIVE', 'The file is an archive inside an archive.', hint)
  }
  progress('VALIDATE', 1)
  const reader = options.reader ?? readHere(source, sink, options.longWait)
  const drawing = await drawModel({
    source,
    ...reader,
    simplify: options.simplify ?? true,
    firstEngine: options.firstEngine ?? true,
    onFirst: (drawn, preparation) => options.onFirst && showFirst(drawn, preparation, options.onFirst),
    onOpen: (fraction) => progress('PARSE', fraction),
    onDraw: (fraction) => progress('GEOMETRY', fraction),
  })
  const [preparation, facts] = await Promise.all([reader.preparation, reader.facts])
  progress('INDEX', 0)
  await options.onDrawn?.()
  const report: Report = { warnings: [...facts.warnings, ...preparation.warnings], not_shown: [] }
  const judgement = await judgeTwice(source, drawing, facts, report, options.secondEngine)
  reportNotShown(report, facts, judgement, preparation, options.secondEngine !== undefined)
  requireShapes(report, facts, judgement.kept.length)
  noteNoShapes(report, judgement.kept.length)
  const placed = placeInstances(drawing, facts, judgement)
  const hashes = shapeHashes(drawing, placed, facts.ids.length)
  const manifest = startManifest(facts, judgement, placed)
  progress('INDEX', 1)
  let packed = 0
  for (const chunk of packChunks(drawing, placed, judgement.boxes, judgement.origin)) {
    sink.write(chunk.info.file, chunk.bytes)
    manifest.chunks.push(chunk.info)
    if (chunk.info.kind === 'model') manifest.counts.triangles += chunk.info.triangles
    packed += chunk.info.instances
    progress('TILES', packed / placed.length)
  }
  sink.write('report.json', encodeJson(report))
  sink.write('manifest.json', encodeJson(manifest))
  progress('TILES', 1)
  return { manifest, report, structure: facts.structure, hashes, triangles_drawn: drawing.triangles }
}

/** Packs the drawing of the first storey as a separate model. */
function showFirst(drawing: Drawing, preparation: Preparation, show: (first: FirstModel) => void): void {
  const { first, where, schema } = preparation
  if (!first) return
  const judgement = judge(drawing)
  const facts = { structure: first.structure, ids: Uint32Array.from(first.ids), storeys: [first.storey] }
  const placed = placeInstances(drawing, facts, judgement)
  const manifest = startManifest(
    { ...facts, ...where, schema, entities: 0, property_blocks: 0 },
    judgement,
    placed,
  )
  const chunks: FirstModel['chunks'] = []
  for (const { info, bytes } of packChunks(drawing, placed, judgement.boxes, judgement.origin)) {
    manifest.chunks.push(info)
    chunks.push({ file: info.file, bytes })
    if (info.kind === 'model') manifest.counts.triangles += info.triangles
  }
  if (chunks.length > 0) show({ manifest, structure: first.structure, chunks })
}

/** Checks the drawing, after the second engine has redrawn what the first could not draw. */
async function judgeTwice(
  source: ModelSource,
  drawing: Drawing,
  facts: ModelFacts,
  report: Report,
  secondEngine: ConvertOptions['secondEngine'],
): Promise<Judgement> {
  const judgement = judge(drawing)
  const ids = new Set<number>()
  for (const [element, id] of facts.ids.entries()) {
    const missing = hasBody(facts.shapes[element]) && !judgement.shown.has(id)
    if (missing && !judgement.misplaced.has(id)) ids.add(id)
  }
  if (ids.size === 0 || !secondEngine) return judgement
  // Imported on demand: most models never need it.
  const [{ drawAgain }, wasm] = await Promise.all([import('./geometry/second-engine.ts'), secondEngine()])
  const drawn = drawAgain(source, ids, drawing, wasm)
  if (drawn.size === 0) return judgement
  const message = 'Some parts could be drawn only in a second way; compare them with your design program.'
  report.warnings.push({ code: 'SECOND_ENGINE', message, count: drawn.size })
  return judge(drawing)
}

function stageProgress(onProgress: OnProgress): OnProgress {
  let shown = 0
  return (stage, fraction) => {
    const index = BEGINS.findIndex(([name]) => name === stage)
    const begin = BEGINS[index]?.[1] ?? 0
    const end = BEGINS[index + 1]?.[1] ?? 1
    shown = Math.max(shown, begin + (end - begin) * Math.min(1, Math.max(0, fraction)))
    onProgress(stage, shown)
  }
}

function readHere(source: ModelSource, sink: ArtefactSink, longWait?: number): ModelReader {
  const prepared = Promise.withResolvers<Preparation>()
  const facts = Promise.resolve().then(() => readModel(source, sink, prepared.resolve, undefined, longWait))
  // Prevents an unhandled rejection: callers of the preparation see the failure when they await it.
  facts.catch(prepared.reject)
  prepared.promise.catch(() => {})
  return { preparation: prepared.promise, facts }
}

/** Assigns the kept instances to elements; instances without an element are dropped. */
function placeInstances(
  drawing: Drawing,
  facts: Pick<ModelFacts, 'structure' | 'ids'>,
  judgement: Judgement,
): Placed[] {
  const { elements, classes } = facts.structure
  const elementOf = new Map<number, number>()
  for (const [element, id] of facts.ids.entries()) elementOf.set(id, element)
  const colors = classes.map(colorOfClass)
  const spaces = classes.map((name) => name === 'IfcSpace')
  const { boxes } = judgement
  const placed: Placed[] = []
  for (const instance of judgement.kept) {
    const element = elementOf.get(drawing.instances.id.at(instance))
    if (element === undefined) continue
    const kind = elements.class[element] ?? -1
    const color = drawing.instances.color.at(instance)
    const at = instance * 6
    const middle = (axis: number) => ((boxes[at + axis] ?? 0) + (boxes[at + axis + 3] ?? 0)) / 2
    const extent = (axis: number) => (boxes[at + axis + 3] ?? 0) - (boxes[at + axis] ?? 0)
    placed.push({
      instance,
      element,
      color: color === NO_MATERIAL ? (colors[kind] ?? color) : color,
      spaces: spaces[kind] ?? false,
      radius: Math.sqrt(extent(0) ** 2 + extent(1) ** 2 + extent(2) ** 2) / 2,
      vertices: (drawing.shapes.all[drawing.instances.shape.at(instance)]?.positions.length ?? 0) / 3,
      centre: [middle(0), middle(1), middle(2)],
    })
  }
  return placed
}

function startManifest(
  facts: Omit<ModelFacts, 'ids' | 'shapes' | 'warnings'>,
  judgement: Judgement,
  placed: Placed[],
): Manifest {
  const { elements, classes } = facts.structure
  const places = classes.map((name) => isSpatial(name.toUpperCase()))
  const spaces = classes.map((name) => name === 'IfcSpace')
  const shown = new Set(placed.filter((each) => !each.spaces).map((each) => each.element))
  const count = (flags: boolean[], wanted: boolean) =>
    elements.class.reduce((sum, kind) => sum + (flags[kind] === wanted ? 1 : 0), 0)
  return {
    format: FORMAT,
    converter: CONVERTER,
    schema: facts.schema,
    project_name: facts.project_name,
    length_unit: facts.length_unit,
    origin: judgement.origin,
    box: judgement.box,
    georeference: facts.georeference,
    true_north_deg: facts.true_north_deg,
    storeys: facts.storeys.map((storey) => ({ ...storey, elevation_m: storey.elevation_m ?? 0 })),
    counts: {
      elements: count(places, false),
      with_geometry: shown.size,
      spaces: count(spaces, true),
      triangles: 0,
      entities: facts.entities,
    },
    chunks: [],
    property_blocks: facts.property_blocks,
  }
}
