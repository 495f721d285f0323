import { analyzeWithSecondEngine, type DrawingJob, type DrawnModel, startReport } from '../draw-whole.ts'
import type { ShapeHashes } from '../elements/shape-hashes.ts'
import { computeFingerprints } from '../fingerprints/fingerprints.ts'
import { isRepaired } from '../fingerprints/gather-fingerprints.ts'
import { analyzeDrawing, type DrawingAnalysis } from '../geometry/analyze-drawing.ts'
import { drawRoundElements } from '../geometry/draw-round.ts'
import { GeometryEngine, ModelDrawing } from '../geometry/engine.ts'
import { correctScale } from '../geometry/scale.ts'
import type { Box, ChunkInfo, Vec3 } from '../model.ts'
import { getChunkKind } from '../place-instances.ts'
import type { ModelContents, Preparation } from '../read-model.ts'
import { createByteSource } from '../source.ts'
import { extractProducts } from '../step/extract-products.ts'
import { StatementTable } from '../step/statement-table.ts'
import { findRoundElements } from '../structure/round-elements.ts'
import { type CarriedChunks, carryChunks } from './carry-chunks.ts'
import { compareFingerprints, type UnchangedElements } from './compare-fingerprints.ts'
import { describeCommon, type PreviousModel } from './previous-model.ts'

/** Share of changed elements above which the whole model is drawn again. */
const MOST_CHANGED = 0.5
/** Models with more triangles are drawn as a whole, because only a full drawing can be stopped at the triangle limit. */
const MOST_TRIANGLES = 50_000_000

/**
 * Draws only the elements that changed since the previous version and reuses the rest. Null if that is impossible or
 * uncertain: the caller then draws everything.
 */
export async function drawChanges(job: DrawingJob): Promise<DrawnModel | null> {
  const { previous, firstEngine = true } = job.options
  if (!previous || !firstEngine || previous.manifest.counts.triangles > MOST_TRIANGLES) return null
  try {
    return await drawFrom(job, previous)
  } catch {
    // a damaged artefact, a crash of the engine, or an error of the file, which drawing everything reports
    return null
  }
}

async function drawFrom(job: DrawingJob, previous: PreviousModel): Promise<DrawnModel | null> {
  const { source, reader, options, progress } = job
  const table = new StatementTable(source)
  const fingerprints = computeFingerprints(table)
  job.fingerprints = fingerprints
  progress('PARSE', 0.5)
  const { simplify = true } = options
  const preparation = await reader.preparation
  job.round = findRoundElements(source, preparation, table)
  const common = describeCommon(fingerprints.file ?? '', preparation.schema, preparation.metres, simplify)
  if (fingerprints.file === null || common !== previous.fingerprints.common) return null
  const unchanged = compareFingerprints(previous.fingerprints.words, fingerprints)
  if (unchanged.changed.size > MOST_CHANGED * fingerprints.ids.length) return null
  const drawing = new ModelDrawing(simplify, options.mostTriangles, unchanged.changed)
  await drawExcerpt(extractProducts(source, unchanged.changed, table), drawing, preparation)
  progress('GEOMETRY', 1)
  const contents = await reader.contents
  await drawRoundElements(drawing, job.round, preparation)
  const report = startReport(job, contents, preparation)
  correctScale(drawing, preparation, report)
  if (isRepaired({ preparation, report }) || drawing.excess.size > 0) return null
  await options.onDrawn?.()
  const to = findLaterElements(contents, unchanged, previous.fingerprints.words.length / 2)
  const { ids } = contents
  const carried = await carryChunks(previous, { drawing, to, ids, drawn: countDrawn(drawing, contents) })
  const { analysis, second } = await analyzeWithSecondEngine(job, {
    ...{ drawing, contents, preparation, report },
    analyze: () => analyzeWithCarried(drawing, unchanged, carried, previous.manifest.origin),
  })
  return {
    ...{ drawing, contents, preparation, report, analysis, second, carried, fingerprints },
    carryHashes: (hashes) => carryHashes(hashes, previous.hashes, to),
  }
}

async function drawExcerpt(
  bytes: Uint8Array,
  drawing: ModelDrawing,
  preparation: Preparation,
): Promise<void> {
  if (drawing.only?.size === 0) return
  const engine = await GeometryEngine.open(createByteSource(bytes), () => {})
  if (!engine) throw new Error('The engine cannot read the excerpt')
  engine.prepare(preparation)
  engine.drawAll(drawing, () => {})
  engine.close()
}

/**
 * Maps each element of the previous version to its index in this version; -1 for deleted elements and elements to draw
 * again.
 */
function findLaterElements(
  { ids }: ModelContents,
  { earlier }: UnchangedElements,
  count: number,
): Int32Array {
  const to = new Int32Array(count).fill(-1)
  for (const [element, id] of ids.entries()) {
    const before = earlier.get(id)
    if (before !== undefined) to[before] = element
  }
  return to
}

/** Vertices of the drawing, by kind. */
function countDrawn(drawing: ModelDrawing, contents: ModelContents): Record<ChunkInfo['kind'], number> {
  const { classes, elements } = contents.structure
  const kinds = new Map<number, ChunkInfo['kind']>()
  for (const [element, id] of contents.ids.entries())
    kinds.set(id, getChunkKind(classes[elements.class[element] ?? -1] ?? '', contents))
  const drawn = { model: 0, spaces: 0, openings: 0 }
  for (let instance = 0; instance < drawing.instances.count; instance++) {
    const kind = kinds.get(drawing.instances.id.at(instance))
    const shape = drawing.shapes.all[drawing.instances.shape.at(instance)]
    if (kind && shape) drawn[kind] += shape.positions.length / 3
  }
  return drawn
}

/** Analyzes the drawing together with the reused chunks, in the coordinates of the previous version's origin. */
function analyzeWithCarried(
  drawing: ModelDrawing,
  { earlier }: UnchangedElements,
  carried: CarriedChunks,
  origin: Vec3,
): DrawingAnalysis {
  const analysis = analyzeDrawing(drawing, origin)
  for (const id of earlier.keys()) analysis.shown.add(id)
  if (!carried.box) return analysis
  const whole = carried.box.map((value, at) => value + (origin[at % 3] ?? 0)) as Box
  const { box } = analysis
  for (let at = 0; box && at < 3; at++) {
    whole[at] = Math.min(whole[at] as number, box[at] as number)
    whole[at + 3] = Math.max(whole[at + 3] as number, box[at + 3] as number)
  }
  return { ...analysis, box: whole }
}

function carryHashes(hashes: ShapeHashes, before: ShapeHashes, to: Int32Array): void {
  for (const [old, element] of to.entries()) {
    if (element < 0) continue
    hashes.shape[element] = before.shape[old] ?? 0
    hashes.place[element] = before.place[old] ?? 0
  }
}
