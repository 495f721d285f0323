import { createByteSource } from '../source.ts'
import type { RoundElements } from '../structure/round-elements.ts'
import { GeometryEngine, type ModelDrawing } from './engine.ts'

/** Draws elements with large round shapes again, with more segments. Those that were not drawn before are left out. */
export async function drawRoundElements(
  drawing: ModelDrawing,
  round: RoundElements | null | undefined,
  settings: { metres: number; cut: ReadonlySet<number> },
): Promise<void> {
  const ids = round?.ids.filter(
    (id) => drawing.answered.has(id) && !drawing.notFinite.has(id) && !drawing.excess.has(id),
  )
  if (!round || !ids || ids.length === 0) return
  const before = drawing.instances.count
  const { triangles } = drawing
  try {
    const engine = await GeometryEngine.open(createByteSource(round.excerpt), () => {}, round.segments)
    if (!engine) return
    engine.prepare(settings)
    for (const id of ids) {
      const drawn = drawing.instances.count
      drawing.answered.delete(id)
      engine.draw([id], drawing)
      if (drawing.instances.count > drawn && !drawing.notFinite.has(id)) drawing.redrawn.set(id, before)
    }
    engine.close()
  } catch {
    // The engine crashed: the remaining elements keep their first shape.
  }
  for (const id of ids) drawing.answered.add(id)
  // each element counts once
  drawing.triangles = triangles
}
