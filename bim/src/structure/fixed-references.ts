import type { Cursor } from '../step/cursor.ts'
import type { StepFile } from '../step/step-file.ts'
import type { Vector } from './alignment-curve.ts'

/** Steepest path against the plane across the reference, as the sine of its angle: the first engine then squeezes profiles. */
const STEEPEST = 0.2

interface FixedSweep {
  id: number
  profile: number
  /** 0 for none */
  position: number
  directrix: number
  /** points of the directrix */
  points: readonly Vector[]
  reference: number
}

/**
 * A sweep whose profile keeps a direction, as a sweep on the plane across this direction, which the first engine draws right if the
 * direction is an axis; null for others. The first engine draws fixed references flat, and the second ignores the reference: it may
 * turn the profile upside down, and makes it thinner towards corners.
 */
export function writeOnPlane(file: StepFile, cursor: Cursor, sweep: FixedSweep): string | null {
  const { id, profile, position, directrix, points, reference } = sweep
  const axis = findAxis(cursor, reference)
  if (axis === null || points.length < 2 || findSlope(points, axis) > STEEPEST) return null
  const plane = file.numbers.takeFree(4)
  const across = axis === 0 ? '0.,1.,0.' : '1.,0.,0.'
  return `#${id}=IFCSURFACECURVESWEPTAREASOLID(#${profile},${position > 0 ? `#${position}` : '$'},#${directrix},$,$,#${plane});
#${plane}=IFCPLANE(#${plane + 1});#${plane + 1}=IFCAXIS2PLACEMENT3D(#${plane + 2},#${reference},#${plane + 3});
#${plane + 2}=IFCCARTESIANPOINT((0.,0.,0.));#${plane + 3}=IFCDIRECTION((${across}));`
}

/** The axis along which a direction points; null for directions between axes and against them. */
function findAxis(cursor: Cursor, id: number): number | null {
  if (cursor.file.entityOf(id) !== 'IFCDIRECTION' || !cursor.openId(id)) return null
  const parts = cursor.values().map(({ number }) => number ?? Number.NaN)
  const length = Math.hypot(...parts)
  const axis = parts.findIndex((part) => part > length * (1 - 1e-9))
  return axis < 0 ? null : axis
}

/** The steepest rise along an axis, as the sine of its angle. */
function findSlope(points: readonly Vector[], axis: number): number {
  let steepest = 0
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1] ?? [], points[at] ?? []]
    const step = to.map((part, each) => part - (from[each] ?? 0))
    const length = Math.hypot(...step)
    if (length > 0) steepest = Math.max(steepest, Math.abs(step[axis] ?? 0) / length)
  }
  return steepest
}
