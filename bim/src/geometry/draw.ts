import type { ModelContents, Preparation } from '../read-model.ts'
import { type ByteSource, spliceSource } from '../source.ts'
import { hasBody } from '../structure/bodies.ts'
import { GeometryEngine, ModelDrawing } from './engine.ts'

/** Number of engine crashes after which the second engine draws the remaining elements. */
const MOST_RESTARTS = 20

export interface DrawInput {
  source: ByteSource
  preparation: Promise<Preparation>
  /** awaited only after the engine has crashed */
  contents: Promise<ModelContents>
  simplify: boolean
  mostTriangles: number | undefined
  /** false draws nothing */
  firstEngine: boolean
  /** called as soon as the first storey has been drawn */
  onFirst: (drawing: ModelDrawing, preparation: Preparation) => void
  onOpen: (fraction: number) => void
  onDraw: (fraction: number) => void
}

/**
 * Draws all shapes of a file. The engine starts reading immediately; drawing starts once the scan has finished as well. An
 * element that crashes the engine is skipped, and the rest of the model is still drawn.
 */
export async function drawModel(input: DrawInput): Promise<ModelDrawing> {
  const drawing = new ModelDrawing(input.simplify, input.mostTriangles)
  const early = input.firstEngine ? await open(input.source, input.onOpen) : null
  const preparation = await input.preparation
  if (!input.firstEngine) return drawing
  const readable = spliceSource(input.source, preparation.rewriting)
  const source = spliceSource(readable, preparation.splices)
  if (source !== input.source) early?.close()
  const engine = source === input.source ? early : await open(source, input.onOpen)
  if (!engine) return drawing
  engine.prepare(preparation)
  try {
    if (preparation.first) {
      engine.draw(preparation.first.ids, drawing)
      input.onFirst(drawing, preparation)
    }
    engine.drawAll(drawing, (elements) => input.onDraw(elements / Math.max(1, preparation.things)))
    return drawing
  } catch {
    return await drawOneByOne(source, drawing, preparation, await input.contents)
  }
}

/** Opens the engine; null when it cannot read the file, whether it throws or returns an error. */
async function open(
  source: ByteSource,
  onProgress: (fraction: number) => void,
): Promise<GeometryEngine | null> {
  try {
    return await GeometryEngine.open(source, onProgress)
  } catch {
    return null
  }
}

/**
 * Draws elements individually after a crash: a crashed WebAssembly instance is discarded, so every crash costs
 * one element and a new engine.
 */
async function drawOneByOne(
  source: ByteSource,
  drawing: ModelDrawing,
  preparation: Preparation,
  contents: ModelContents,
): Promise<ModelDrawing> {
  let engine: GeometryEngine | null = null
  let restarts = 0
  for (const [element, id] of contents.ids.entries()) {
    if (!hasBody(contents.shapes[element]) || drawing.answered.has(id)) continue
    if (!engine) {
      if (restarts++ >= MOST_RESTARTS) break
      engine = await open(source, () => {})
      if (!engine) break
      engine.prepare(preparation)
    }
    try {
      engine.draw([id], drawing)
    } catch {
      engine = null
    }
  }
  engine?.close()
  return drawing
}
