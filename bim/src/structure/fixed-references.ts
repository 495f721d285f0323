import { IDENTITY, transform } from '../lines/matrix.ts'
import { readAxes } from '../lines/placements.ts'
import type { Cursor } from '../step/cursor.ts'
import type { StepFile } from '../step/step-file.ts'
import type { Vector } from './alignment-curve.ts'
import { formatVector } from './linear-placements.ts'

/** Steepest path against the plane across the reference, as the sine of its angle: the first engine then squeezes profiles. */
const STEEPEST = 0.2

/** Largest distance of the points of a straight path from the line between its ends, as a share of its length. */
const STRAIGHT = 1e-6
/** Smallest sine of the angle between a path and its reference. */
const LEAST_ANGLE = 1e-6

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

/** A sweep along a straight path, as an extrusion, which both engines draw right whatever the reference; null for others. */
export function writeStraight(file: StepFile, cursor: Cursor, sweep: FixedSweep): string | null {
  const { id, profile, position, points, reference } = sweep
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || cursor.file.entityOf(reference) !== 'IFCDIRECTION' || !cursor.openId(reference))
    return null
  const way = subtract(last, first)
  const length = Math.hypot(...way)
  const along = way.map((part) => part / length) as Vector
  const isOnLine = (point: Vector) =>
    Math.hypot(...removePart(subtract(point, first), along)) <= length * STRAIGHT
  if (length === 0 || !points.every(isOnLine)) return null
  const stated = cursor.numbers()
  const across = removePart([stated[0] ?? 0, stated[1] ?? 0, stated[2] ?? 0], along)
  const width = Math.hypot(...across)
  if (width <= Math.hypot(...stated) * LEAST_ANGLE) return null
  const matrix = readAxes(cursor, position) ?? IDENTITY
  const origin = transform(matrix, first)
  const turn = (direction: Vector) =>
    subtract(
      transform(matrix, [first[0] + direction[0], first[1] + direction[1], first[2] + direction[2]]),
      origin,
    )
  const place = file.numbers.takeFree(5)
  return `#${id}=IFCEXTRUDEDAREASOLID(#${profile},#${place},#${place + 4},${formatVector([length]).slice(1, -1)});
#${place}=IFCAXIS2PLACEMENT3D(#${place + 1},#${place + 2},#${place + 3});
#${place + 1}=IFCCARTESIANPOINT(${formatVector(origin)});#${place + 2}=IFCDIRECTION(${formatVector(turn(along))});
#${place + 3}=IFCDIRECTION(${formatVector(turn(across.map((part) => part / width) as Vector))});#${place + 4}=IFCDIRECTION((0.,0.,1.));`
}

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** A vector without its part along a direction of length 1. */
function removePart(vector: Vector, along: Vector): Vector {
  const part = vector[0] * along[0] + vector[1] * along[1] + vector[2] * along[2]
  return [vector[0] - part * along[0], vector[1] - part * along[1], vector[2] - part * along[2]]
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
