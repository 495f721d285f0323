import type { ModelFacts, Preparation } from '../read-model.ts'
import { type ModelSource, spliced } from '../source.ts'
import { hasBody } from '../structure/bodies.ts'
import { Drawing, Engine } from './engine.ts'

/** After this many crashes the rest of the model is left to the second engine. */
const MOST_RESTARTS = 20

export interface DrawInput {
  source: ModelSource
  preparation: Promise<Preparation>
  /** asked for only when the engine has crashed */
  facts: Promise<ModelFacts>
  simplify: boolean
  /** off draws nothing */
  firstEngine: boolean
  /** what can be shown already: the first storey is drawn */
  onFirst: (drawing: Drawing, preparation: Preparation) => void
  onOpen: (fraction: number) => void
  onDraw: (fraction: number) => void
}

/**
 * Draws every shape of a file. The engine starts reading at once; what the walk through the file finds out meanwhile
 * is waited for before anything is drawn. An element that crashes the engine is left out, not the model.
 */
export async function drawModel(input: DrawInput): Promise<Drawing> {
  const drawing = new Drawing(input.simplify)
  const early = input.firstEngine ? await open(input.source, input.onOpen) : null
  const preparation = await input.preparation
  if (!input.firstEngine) return drawing
  const source = spliced(input.source, preparation.splices)
  if (source !== input.source) early?.close()
  const engine = source === input.source ? early : await open(source, input.onOpen)
  if (!engine) return drawing
  engine.metres = preparation.metres
  try {
    if (preparation.first) {
      engine.draw(preparation.first.ids, drawing)
      input.onFirst(drawing, preparation)
    }
    engine.drawAll(drawing, (elements) => input.onDraw(elements / Math.max(1, preparation.things)))
    return drawing
  } catch {
    return await drawOneByOne(source, drawing, preparation.metres, await input.facts)
  }
}

/** Null when the engine cannot read the file, in whatever way it says so. */
async function open(source: ModelSource, onProgress: (fraction: number) => void): Promise<Engine | null> {
  try {
    return await Engine.open(source, onProgress)
  } catch {
    return null
  }
}

/** A WebAssembly that has crashed is not used again: every crash costs one element and a fresh engine. */
async function drawOneByOne(
  source: ModelSource,
  drawing: Drawing,
  metres: number,
  facts: ModelFacts,
): Promise<Drawing> {
  let engine: Engine | null = null
  let restarts = 0
  for (const [element, id] of facts.ids.entries()) {
    if (!hasBody(facts.shapes[element]) || drawing.answered.has(id)) continue
    if (!engine) {
      if (restarts++ >= MOST_RESTARTS) break
      engine = await open(source, () => {})
      if (!engine) break
      engine.metres = metres
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
