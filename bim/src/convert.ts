import type { CarriedChunks } from './carry/carry-chunks.ts'
import { drawChanges } from './carry/draw-changes.ts'
import type { CarriedElements } from './carry/element-runs.ts'
import type { PreviousModel, StoredFingerprints } from './carry/previous-model.ts'
import type { ConversionStage, ConvertOptions, ModelReader, OnProgress } from './convert-options.ts'
import { cutManifest, cutReport } from './cut-texts.ts'
import { type DrawingJob, drawWhole } from './draw-whole.ts'
import { computeShapeHashes, type ShapeHashes } from './elements/shape-hashes.ts'
import { gatherFingerprints } from './fingerprints/gather-fingerprints.ts'
import { hashContent, nameByContent, packChunks } from './geometry/chunks.ts'
import { type ConversionReport, type Manifest, ModelError } from './model.ts'
import { placeInstances } from './place-instances.ts'
import {
  type ArtefactSink,
  encodeJson,
  type ModelContents,
  type Preparation,
  readModel,
} from './read-model.ts'
import { readTable } from './read-table.ts'
import { addGuidWarnings, addNoShapesWarning, addNotShownElements, checkHasShapes } from './report.ts'
import { sniffModel } from './sniff.ts'
import type { ByteSource } from './source.ts'
import { placeLines, startManifest } from './start-manifest.ts'

/** Number of bytes checked at both ends before anything else. */
const SNIFFED_BYTES = 1 << 16

export interface Conversion {
  manifest: Manifest
  report: ConversionReport
  structure: ModelContents['structure']
  /** hashes for comparing the shapes of elements between versions */
  hashes: ShapeHashes
  /** for the conversion of the next version; null if it has to draw everything */
  fingerprints: StoredFingerprints | null
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
 * Converts an IFC file to artefacts (see model.ts), which are written to the sink. The shell (the first chunk) is
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
  const reader = options.reader ?? readInThisThread(source, sink, options)
  const job: DrawingJob = { source, reader, options, progress, fingerprints: null, round: undefined }
  const drawn = (await drawChanges(job)) ?? (await drawWhole(job))
  const { drawing, contents, preparation, report, analysis, carried } = drawn
  const kept = analysis.kept.length + carried.instances
  addNotShownElements(report, contents, analysis, preparation, options.secondEngine !== undefined)
  checkHasShapes(report, contents, kept)
  addNoShapesWarning(report, contents, kept)
  addGuidWarnings(report, contents.structure)
  const placed = placeInstances(drawing, contents, analysis)
  const hashes = computeShapeHashes(drawing, placed, contents.ids.length)
  drawn.carryHashes(hashes)
  const shown = new Set(carried.elements)
  for (const { kind, element } of placed) if (kind !== 'openings') shown.add(element)
  const manifest = startManifest(contents, placeLines(analysis, contents), shown)
  progress('INDEX', 1)
  if (carried.kept.length > 0) writeCarried(sink, carried, manifest, options.previous)
  let packed = 0
  const hasShell = manifest.chunks[0]?.kind === 'model'
  for (const chunk of packChunks(drawing, placed, analysis, { nameOf: nameByContent, hasShell: !hasShell })) {
    sink.write(chunk.info.file, chunk.bytes)
    manifest.chunks.push(chunk.info)
    packed += chunk.info.instances
    progress('TILES', packed / placed.length)
  }
  for (const { kind, triangles } of manifest.chunks)
    if (kind === 'model') manifest.counts.triangles += triangles
  const fingerprints = gatherFingerprints(drawn, options.simplify ?? true)
  cutReport(report)
  cutManifest(manifest)
  sink.write('report.json', encodeJson(report))
  sink.write('manifest.json', encodeJson(manifest))
  progress('TILES', 1)
  return {
    manifest,
    report,
    structure: contents.structure,
    hashes,
    fingerprints,
    triangles_drawn: drawing.triangles,
  }
}

/** Writes the chunks of earlier versions under their names, and where their elements are now. */
function writeCarried(
  sink: ArtefactSink,
  { kept, origins }: CarriedChunks,
  manifest: Manifest,
  previous: PreviousModel | undefined,
): void {
  // the same bytes may be converted at the same time after another version: each manifest keeps its own
  const bytes = encodeJson({ origins } satisfies CarriedElements)
  manifest.carried_file = `carried-${hashContent(bytes)}.json`
  sink.write(manifest.carried_file, bytes)
  for (const info of kept) {
    if (sink.copy) sink.copy(info.file)
    else sink.write(info.file, previous?.readChunk(info.file) ?? new Uint8Array())
    manifest.chunks.push(info)
  }
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

function readInThisThread(source: ByteSource, sink: ArtefactSink, options: ConvertOptions): ModelReader {
  const prepared = Promise.withResolvers<Preparation>()
  const contents = Promise.resolve().then(() =>
    readModel(source, sink, prepared.resolve, undefined, options.longWait),
  )
  // Prevents an unhandled rejection: callers of the preparation see the failure when they await it.
  contents.catch(prepared.reject)
  prepared.promise.catch(() => {})
  const table = async () => readTable(source, await prepared.promise)
  return { preparation: prepared.promise, contents, table }
}
