import type { CarriedChunks } from './carry/carry-chunks.ts'
import type { ConvertOptions, ModelReader, OnProgress } from './convert-options.ts'
import type { ShapeHashes } from './elements/shape-hashes.ts'
import type { Fingerprints } from './fingerprints/fingerprints.ts'
import { analyzeDrawing, type DrawingAnalysis } from './geometry/analyze-drawing.ts'
import { drawModel } from './geometry/draw.ts'
import { drawRoundElements } from './geometry/draw-round.ts'
import type { ModelDrawing } from './geometry/engine.ts'
import { correctScale } from './geometry/scale.ts'
import type { ConversionReport } from './model.ts'
import type { ModelContents, Preparation } from './read-model.ts'
import { sendPreview } from './send-preview.ts'
import { type ByteSource, spliceSource } from './source.ts'
import { hasBody } from './structure/bodies.ts'
import { findRoundElements, type RoundElements } from './structure/round-elements.ts'

export interface DrawingJob {
  source: ByteSource
  reader: ModelReader
  options: ConvertOptions
  progress: OnProgress
  /** as soon as they are known */
  fingerprints: Fingerprints | null
  /** undefined until they are known */
  round: RoundElements | null | undefined
}

/** A file that was read and drawn, without the elements reused from the previous version. */
export interface DrawnModel {
  drawing: ModelDrawing
  contents: ModelContents
  preparation: Preparation
  report: ConversionReport
  analysis: DrawingAnalysis
  /** entity numbers of elements that only the second engine could draw */
  second: ReadonlySet<number>
  carried: CarriedChunks
  /** fills in the hashes of elements that were not drawn */
  carryHashes: (hashes: ShapeHashes) => void
  fingerprints: Fingerprints | null
}

const NOTHING_CARRIED: CarriedChunks = {
  kept: [],
  origins: [],
  elements: new Set(),
  instances: 0,
  box: null,
}

/** Draws all elements of a file. */
export async function drawWhole(job: DrawingJob): Promise<DrawnModel> {
  const { source, reader, options, progress } = job
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
  if (preparation.circles && (options.firstEngine ?? true))
    await drawRoundElements(drawing, await readRoundElements(job, preparation), preparation)
  progress('INDEX', 0)
  await options.onDrawn?.()
  const report = startReport(job, contents, preparation)
  correctScale(drawing, preparation, report)
  for (const id of drawing.excess)
    preparation.leftOut.push({ id, reason: 'TOO_MANY_PARTS', fault: 'TOO_MANY_PARTS' })
  const { analysis, second } = await analyzeWithSecondEngine(job, {
    ...{ drawing, contents, preparation, report },
    analyze: () => analyzeDrawing(drawing),
  })
  return {
    ...{ drawing, contents, preparation, report, analysis, second },
    carried: NOTHING_CARRIED,
    carryHashes: () => {},
    fingerprints: job.fingerprints ?? (await reader.table())?.fingerprints ?? null,
  }
}

async function readRoundElements(
  { source, reader, round, options }: DrawingJob,
  preparation: Preparation,
): Promise<RoundElements | null> {
  if (round !== undefined) return round
  return options.previous ? findRoundElements(source, preparation) : ((await reader.table())?.round ?? null)
}

export function startReport(
  { options }: DrawingJob,
  contents: ModelContents,
  preparation: Preparation,
): ConversionReport {
  return {
    warnings: [...(options.warnings ?? []), ...contents.warnings, ...preparation.warnings],
    not_shown: [],
  }
}

interface SecondLook extends Pick<DrawnModel, 'drawing' | 'contents' | 'preparation' | 'report'> {
  analyze: () => DrawingAnalysis
}

/** Checks the drawing after the second engine has redrawn elements that the first could not draw. */
export async function analyzeWithSecondEngine(
  { source, options }: DrawingJob,
  { drawing, contents, preparation, report, analyze }: SecondLook,
): Promise<Pick<DrawnModel, 'analysis' | 'second'>> {
  const endless = new Set(preparation.leftOut.filter(({ fault }) => fault).map(({ id }) => id))
  const analysis = analyze()
  const ids = new Set<number>()
  // otherwise the first engine has computed what is not a number
  const hasNumbers = !contents.warnings.some(({ code }) => code === 'COORDINATE')
  for (const [element, id] of contents.ids.entries()) {
    const isLost = analysis.misplaced.has(id) && !(hasNumbers && drawing.notFinite.has(id))
    if (!hasBody(contents.shapes[element]) || isLost || endless.has(id)) continue
    const isMisdrawn = preparation.misdrawn.has(id) && drawing.answered.has(id)
    if (!analysis.shown.has(id) || isMisdrawn) ids.add(id)
  }
  if (ids.size === 0 || !options.secondEngine) return { analysis, second: new Set() }
  // Imported on demand: most models never need it.
  const [{ drawWithSecondEngine }, wasm] = await Promise.all([
    import('./geometry/second-engine.ts'),
    options.secondEngine(),
  ])
  const repaired = spliceSource(
    spliceSource(source, preparation.rewriting),
    preparation.splices.filter(({ both }) => both),
  )
  const before = drawing.instances.count
  const second = drawWithSecondEngine(repaired, ids, drawing, wasm)
  for (const id of second) {
    drawing.redrawn.set(id, before)
    drawing.notFinite.delete(id)
  }
  if (second.size === 0) return { analysis, second }
  const message =
    'Some elements could only be drawn by the second geometry engine; compare them with your design program.'
  report.warnings.push({ code: 'SECOND_ENGINE', message, count: second.size })
  return { analysis: analyze(), second }
}
