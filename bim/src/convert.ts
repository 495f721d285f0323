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

/** Changes with every change of what comes out, so that stored models of another version can be found. */
export const CONVERTER = 'plumbline 1'

/** Bytes looked at from either end before anything else. */
const SNIFFED = 1 << 16

export type Stage = 'VALIDATE' | 'PARSE' | 'GEOMETRY' | 'INDEX' | 'TILES'
/** `fraction` is of the whole conversion, 0…1, and never falls. */
export type OnProgress = (stage: Stage, fraction: number) => void

/** The other half of a conversion: structure and properties. */
export interface ModelReader {
  /** known as soon as the file has been walked through */
  preparation: Promise<Preparation>
  facts: Promise<ModelFacts>
}

export interface ConvertOptions {
  /** for messages only */
  fileName?: string
  onProgress?: OnProgress
  /** Takes the first storey of a large model while the rest is drawn: a model like the whole, without properties. */
  onFirst?: (first: FirstModel) => void
  /** Called when all is drawn and the first engine is done for: the moment to take its memory back. */
  onDrawn?: () => Promise<void>
  /** Bytes from which on a file is large, where it is read here. */
  longWait?: number
  /** Reads structure and properties elsewhere and writes their artefacts itself; without it, it is done here. */
  reader?: ModelReader
  /** Off keeps every triangle of the geometry engine. */
  simplify?: boolean
  /** Off leaves all drawing to the second engine: for a file on which the first has hung or died. */
  firstEngine?: boolean
  /** The WebAssembly of @ifc-lite/wasm, asked for only when the first engine has left elements out. */
  secondEngine?: () => Promise<Uint8Array<ArrayBuffer>>
}

export interface FirstModel {
  manifest: Manifest
  structure: ModelFacts['structure']
  /** by the names in the manifest */
  chunks: { file: string; bytes: Uint8Array }[]
}

export interface Conversion {
  manifest: Manifest
  report: Report
  structure: ModelFacts['structure']
  /** what the shapes of elements are compared by */
  hashes: ShapeHashes
  /** placed triangles as the geometry engine made them, before simplification, without spaces */
  triangles_drawn: number
}

/** Where each stage begins, by the work in it. */
const BEGINS: [stage: Stage, begin: number][] = [
  ['VALIDATE', 0],
  ['PARSE', 0.02],
  ['GEOMETRY', 0.22],
  ['INDEX', 0.77],
  ['TILES', 0.9],
]

/**
 * Converts a model: bytes in, artefacts (see model.ts) to the sink. The shell, chunk 0, comes before the other chunks
 * and the manifest comes last, so whoever sees the manifest can fetch all of it.
 * @throws ModelError when the file cannot be shown, with a sentence for the person who uploaded it
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

/** Packs what is drawn of the first storey as a model of its own. */
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

/** Judges the drawing, after a second engine has had a try at what the first could not draw. */
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
  // Loaded on demand: most models never need it.
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
  // Whoever waits for the preparation must hear of a file that cannot be read, even if nobody waits yet.
  facts.catch(prepared.reject)
  prepared.promise.catch(() => {})
  return { preparation: prepared.promise, facts }
}

/** What is kept of the drawing, tied to elements; what belongs to no element of the structure falls away. */
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
