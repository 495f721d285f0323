import { computeShapeHashes, type ShapeHashes } from './elements/shape-hashes.ts'
import { analyzeDrawing, chooseOrigin, type DrawingAnalysis } from './geometry/analyze-drawing.ts'
import { type PlacedInstance, packChunks } from './geometry/chunks.ts'
import { getClassColor } from './geometry/colors.ts'
import { drawModel } from './geometry/draw.ts'
import { type ModelDrawing, NO_MATERIAL_COLOR } from './geometry/engine.ts'
import { correctScale } from './geometry/scale.ts'
import {
  ARTEFACT_FORMAT,
  type Box,
  type ChunkInfo,
  CONVERTER_VERSION,
  type ConversionReport,
  type ConversionWarning,
  type Manifest,
  ModelError,
  type Vec3,
} from './model.ts'
import {
  type ArtefactSink,
  encodeJson,
  type ModelContents,
  type Preparation,
  readModel,
} from './read-model.ts'
import { addGuidWarnings, addNoShapesWarning, addNotShownElements, checkHasShapes } from './report.ts'
import { sniffModel } from './sniff.ts'
import { type ByteSource, spliceSource } from './source.ts'
import { hasBody } from './structure/bodies.ts'
import { isOpeningEntity, isSpatialEntity } from './structure/entities.ts'
import { TOO_MANY_PARTS } from './structure/hazards.ts'

/** Number of bytes checked at both ends before anything else. */
const SNIFFED_BYTES = 1 << 16

export type ConversionStage = 'VALIDATE' | 'PARSE' | 'GEOMETRY' | 'INDEX' | 'TILES'
/** Progress callback; `fraction` refers to the whole conversion, 0…1, and never decreases. */
export type OnProgress = (stage: ConversionStage, fraction: number) => void

/** Reads structure and properties in parallel to the drawing. */
export interface ModelReader {
  /** resolves as soon as the file has been scanned */
  preparation: Promise<Preparation>
  contents: Promise<ModelContents>
}

export interface ConvertOptions {
  /** used in messages only */
  fileName?: string
  /** what was found when the file was made from another format */
  warnings?: ConversionWarning[]
  onProgress?: OnProgress
  /**
   * Receives the first storey of a large model while the rest is being drawn: a complete model without
   * properties.
   */
  onFirst?: (first: PreviewModel) => void
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
  /** placed triangles of the file beyond which nothing more is drawn; 200 million by default */
  mostTriangles?: number
  /** false leaves all drawing to the second engine, for files on which the first one hung or crashed */
  firstEngine?: boolean
  /** loads the WebAssembly of @ifc-lite/wasm; called only when the first engine left elements out */
  secondEngine?: () => Promise<Uint8Array<ArrayBuffer>>
}

export interface PreviewModel {
  manifest: Manifest
  structure: ModelContents['structure']
  /** by file name in the manifest */
  chunks: { file: string; bytes: Uint8Array }[]
}

export interface Conversion {
  manifest: Manifest
  report: ConversionReport
  structure: ModelContents['structure']
  /** hashes for comparing the shapes of elements between versions */
  hashes: ShapeHashes
  /** placed triangles of the geometry engine before simplification, without spaces */
  triangles_drawn: number
}

/** Progress at which each stage starts, proportional to its work. */
const STAGE_STARTS: [stage: ConversionStage, begin: number][] = [
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
  source: ByteSource,
  sink: ArtefactSink,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const progress = stageProgress(options.onProgress ?? (() => {}))
  const head = source.read(0, SNIFFED_BYTES).slice()
  const tail = source.read(Math.max(0, source.size - SNIFFED_BYTES), SNIFFED_BYTES)
  const { kind } = sniffModel(head, tail, source.size, options.fileName ?? '')
  if (kind === 'ifczip') {
    const hint = 'Upload the .ifc file itself, or an archive that contains only this file.'
    throw new ModelError('ARCHIVE', 'The archive contains another archive.', hint)
  }
  if (kind === 'ifcxml') throw new TypeError('ifcXML has to be rewritten as STEP before it is converted')
  progress('VALIDATE', 1)
  const reader = options.reader ?? readInThisThread(source, sink, options.longWait)
  const drawing = await drawModel({
    source,
    ...reader,
    simplify: options.simplify ?? true,
    mostTriangles: options.mostTriangles,
    firstEngine: options.firstEngine ?? true,
    onFirst: (drawn, preparation) => options.onFirst && sendPreview(drawn, preparation, options.onFirst),
    onOpen: (fraction) => progress('PARSE', fraction),
    onDraw: (fraction) => progress('GEOMETRY', fraction),
  })
  const [preparation, contents] = await Promise.all([reader.preparation, reader.contents])
  progress('INDEX', 0)
  await options.onDrawn?.()
  const report: ConversionReport = {
    warnings: [...(options.warnings ?? []), ...contents.warnings, ...preparation.warnings],
    not_shown: [],
  }
  correctScale(drawing, preparation, report)
  for (const id of drawing.excess)
    preparation.leftOut.push({ id, reason: TOO_MANY_PARTS, fault: 'TOO_MANY_PARTS' })
  const analysis = await analyzeWithSecondEngine(
    spliceSource(
      spliceSource(source, preparation.renumbering),
      preparation.splices.filter(({ both }) => both),
    ),
    { drawing, contents, preparation, report },
    options.secondEngine,
  )
  addNotShownElements(report, contents, analysis, preparation, options.secondEngine !== undefined)
  checkHasShapes(report, contents, analysis.kept.length)
  addNoShapesWarning(report, contents, analysis.kept.length)
  addGuidWarnings(report, contents.structure)
  const placed = placeInstances(drawing, contents, analysis)
  const hashes = computeShapeHashes(drawing, placed, contents.ids.length)
  const manifest = startManifest(contents, placeLines(analysis, contents), placed)
  progress('INDEX', 1)
  let packed = 0
  for (const chunk of packChunks(drawing, placed, analysis.boxes, analysis.origin)) {
    sink.write(chunk.info.file, chunk.bytes)
    manifest.chunks.push(chunk.info)
    if (chunk.info.kind === 'model') manifest.counts.triangles += chunk.info.triangles
    packed += chunk.info.instances
    progress('TILES', packed / placed.length)
  }
  sink.write('report.json', encodeJson(report))
  sink.write('manifest.json', encodeJson(manifest))
  progress('TILES', 1)
  return { manifest, report, structure: contents.structure, hashes, triangles_drawn: drawing.triangles }
}

/** Packs the drawing of the first storey as a separate model. */
function sendPreview(
  drawing: ModelDrawing,
  preparation: Preparation,
  show: (first: PreviewModel) => void,
): void {
  const { first, where, schema } = preparation
  if (!first) return
  const analysis = analyzeDrawing(drawing)
  const contents = { structure: first.structure, ids: Uint32Array.from(first.ids), storeys: [first.storey] }
  const placed = placeInstances(drawing, contents, analysis)
  const manifest = startManifest(
    {
      ...contents,
      ...where,
      schema,
      entities: 0,
      property_blocks: 0,
      lines: { count: 0, box: null },
      panels: 0,
    },
    analysis,
    placed,
  )
  const chunks: PreviewModel['chunks'] = []
  for (const { info, bytes } of packChunks(drawing, placed, analysis.boxes, analysis.origin)) {
    manifest.chunks.push(info)
    chunks.push({ file: info.file, bytes })
    if (info.kind === 'model') manifest.counts.triangles += info.triangles
  }
  if (chunks.length > 0) show({ manifest, structure: first.structure, chunks })
}

interface DrawnModel {
  drawing: ModelDrawing
  contents: ModelContents
  preparation: Preparation
  report: ConversionReport
}

/** Checks the drawing, after the second engine has redrawn what the first could not draw. */
async function analyzeWithSecondEngine(
  source: ByteSource,
  { drawing, contents, preparation, report }: DrawnModel,
  secondEngine: ConvertOptions['secondEngine'],
): Promise<DrawingAnalysis> {
  const endless = new Set(preparation.leftOut.filter(({ fault }) => fault).map(({ id }) => id))
  const analysis = analyzeDrawing(drawing)
  const ids = new Set<number>()
  for (const [element, id] of contents.ids.entries()) {
    const missing = hasBody(contents.shapes[element]) && !analysis.shown.has(id)
    if (missing && !analysis.misplaced.has(id) && !endless.has(id)) ids.add(id)
  }
  if (ids.size === 0 || !secondEngine) return analysis
  // Imported on demand: most models never need it.
  const [{ drawWithSecondEngine }, wasm] = await Promise.all([
    import('./geometry/second-engine.ts'),
    secondEngine(),
  ])
  const drawn = drawWithSecondEngine(source, ids, drawing, wasm)
  if (drawn.size === 0) return analysis
  const message =
    'Some elements could only be drawn by the second geometry engine; compare them with your design program.'
  report.warnings.push({ code: 'SECOND_ENGINE', message, count: drawn.size })
  return analyzeDrawing(drawing)
}

function stageProgress(onProgress: OnProgress): OnProgress {
  let shown = 0
  return (stage, fraction) => {
    const index = STAGE_STARTS.findIndex(([name]) => name === stage)
    const begin = STAGE_STARTS[index]?.[1] ?? 0
    const end = STAGE_STARTS[index + 1]?.[1] ?? 1
    shown = Math.max(shown, begin + (end - begin) * Math.min(1, Math.max(0, fraction)))
    onProgress(stage, shown)
  }
}

function readInThisThread(source: ByteSource, sink: ArtefactSink, longWait?: number): ModelReader {
  const prepared = Promise.withResolvers<Preparation>()
  const contents = Promise.resolve().then(() =>
    readModel(source, sink, prepared.resolve, undefined, longWait),
  )
  // Prevents an unhandled rejection: callers of the preparation see the failure when they await it.
  contents.catch(prepared.reject)
  prepared.promise.catch(() => {})
  return { preparation: prepared.promise, contents }
}

/** Assigns the kept instances to elements; instances without an element are dropped. */
function placeInstances(
  drawing: ModelDrawing,
  contents: Pick<ModelContents, 'structure' | 'ids'>,
  analysis: DrawingAnalysis,
): PlacedInstance[] {
  const { elements, classes } = contents.structure
  const elementOf = new Map<number, number>()
  for (const [element, id] of contents.ids.entries()) elementOf.set(id, element)
  const colors = classes.map(getClassColor)
  const kinds = classes.map(getChunkKind)
  const { boxes } = analysis
  const placed: PlacedInstance[] = []
  for (const instance of analysis.kept) {
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
      color: color === NO_MATERIAL_COLOR ? (colors[kind] ?? color) : color,
      kind: kinds[kind] ?? 'model',
      radius: Math.sqrt(extent(0) ** 2 + extent(1) ** 2 + extent(2) ** 2) / 2,
      vertices: (drawing.shapes.all[drawing.instances.shape.at(instance)]?.positions.length ?? 0) / 3,
      centre: [middle(0), middle(1), middle(2)],
    })
  }
  return placed
}

/** Rooms, and holes in elements, are layers of their own. */
function getChunkKind(name: string): ChunkInfo['kind'] {
  if (isOpeningEntity(name.toUpperCase())) return 'openings'
  return name === 'IfcSpace' ? 'spaces' : 'model'
}

/** A file without bodies stands where its lines are. */
function placeLines(analysis: DrawingAnalysis, { lines }: ModelContents): DrawingAnalysis {
  if (analysis.box || !lines.box) return analysis
  return { ...analysis, box: lines.box, origin: chooseOrigin(boxCenter(lines.box)) }
}

const boxCenter = (box: Box) =>
  [0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2) + 0) as Vec3

function startManifest(
  contents: Omit<ModelContents, 'ids' | 'shapes' | 'warnings'>,
  analysis: DrawingAnalysis,
  placed: PlacedInstance[],
): Manifest {
  const { elements, classes } = contents.structure
  const places = classes.map((name) => isSpatialEntity(name.toUpperCase()))
  const openings = classes.map((name) => isOpeningEntity(name.toUpperCase()))
  const spaces = classes.map((name) => name === 'IfcSpace')
  const shown = new Set(placed.filter((each) => each.kind === 'model').map((each) => each.element))
  const count = (flags: boolean[], wanted: boolean) =>
    elements.class.reduce((sum, kind) => sum + (flags[kind] === wanted ? 1 : 0), 0)
  return {
    format: ARTEFACT_FORMAT,
    converter: CONVERTER_VERSION,
    schema: contents.schema,
    project_name: contents.project_name,
    length_unit: contents.length_unit,
    origin: analysis.origin,
    box: analysis.box,
    georeference: contents.georeference,
    site: contents.site ?? null,
    true_north_deg: contents.true_north_deg,
    storeys: contents.storeys.map((storey) => ({ ...storey, elevation_m: storey.elevation_m ?? 0 })),
    counts: {
      elements: count(places, false) - count(openings, true),
      with_geometry: shown.size,
      spaces: count(spaces, true),
      openings: count(openings, true),
      triangles: 0,
      entities: contents.entities,
    },
    chunks: [],
    property_blocks: contents.property_blocks,
    lines: contents.lines.count,
    panels: contents.panels,
  }
}
