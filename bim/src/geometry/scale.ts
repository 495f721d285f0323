import type { ConversionReport } from '../model.ts'
import type { Preparation } from '../read-model.ts'
import type { ModelDrawing } from './engine.ts'

/** Relative difference up to which two scales are the same. */
const SAME = 1e-3

/**
 * Compares the engine's scale with that of the units that we read. The engine scales placements, not shapes, so the
 * columns of all matrices have the length 1 when both agree, or that of the frame of a long shape. Mapped items may be scaled on purpose; without any, a
 * common other length is the engine's error, and taken out.
 */
export function correctScale(
  drawing: ModelDrawing,
  preparation: Preparation,
  report: ConversionReport,
): void {
  const { instances } = drawing
  const scaleOf = (instance: number) => {
    const { axis = 1 } = drawing.shapes.all[instances.shape.at(instance)] ?? {}
    return measureFirstAxis(instances.matrix(instance)) / axis
  }
  if (preparation.isMapped || instances.count === 0) return
  const scale = scaleOf(0)
  if (!(scale > 0) || Math.abs(scale - 1) <= SAME) return
  for (let instance = 1; instance < instances.count; instance++)
    if (Math.abs(scaleOf(instance) / scale - 1) > SAME) return
  for (let instance = 0; instance < instances.count; instance++) {
    const matrix = instances.matrix(instance)
    for (let cell = 0; cell < 12; cell++) matrix[cell] = (matrix[cell] ?? 0) / scale
  }
  const message = 'The units of the file can be read in two ways; check a known measure.'
  report.warnings.push({ code: 'SCALE', message, count: instances.count })
}

function measureFirstAxis(matrix: Float64Array): number {
  return Math.hypot(matrix[0] ?? 0, matrix[4] ?? 0, matrix[8] ?? 0)
}
