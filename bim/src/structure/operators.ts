import { buildMatrix } from '../lines/matrix.ts'
import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findStatements } from '../step/find-statement.ts'
import { readStatement } from '../step/read-statement.ts'
import type { Vector } from './alignment-curve.ts'
import { formatVector } from './linear-placements.ts'

/** Files with more transformations keep the rest; the edits are held in memory. */
const MOST_OPERATORS = 200_000
/** Largest difference between parts of two equal directions. */
const SAME = 1e-6

const NONE: Vector = [0, 0, 0]
/** The axes that the first engine takes where none are stated. */
const WORLD: Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

interface Operator {
  offset: number
  /** the statement up to its arguments */
  head: string
  isFlat: boolean
  isNonUniform: boolean
  values: string[]
}

/**
 * Transformations with the axes and scales that the schema means. The first engine takes axes as they stand, which skews shapes
 * where they are not perpendicular, and a missing one for that of the coordinate system, even where another axis has its
 * direction; a second or third scale that is not stated, which is the first one, it takes for 1.
 */
export function rewriteOperators(source: ByteSource, { file }: Cursor): Splice[] {
  const operators: Operator[] = []
  for (let at = 0; at < file.operators.length && at < MOST_OPERATORS; at++) {
    const operator = readOperatorStatement(source, file.operators.at(at))
    if (operator) operators.push(operator)
  }
  const ids = operators.flatMap((operator) => listAxes(operator).filter((id) => id > 0))
  const statements = ids.length > 0 ? findStatements(source, new Set(ids)) : new Map<number, Uint8Array>()
  const directions = new Map([...statements].map(([id, bytes]) => [id, parseDirection(bytes)]))
  const known = new Map<string, number>()
  return operators.flatMap((operator) => {
    const values = stateScales(operator)
    const added: string[] = []
    for (const [index, axis] of (correctAxes(operator, directions) ?? []).entries()) {
      const text = formatVector(operator.isFlat ? axis.slice(0, 2) : axis)
      const id = known.get(text) ?? file.numbers.takeFree(1)
      if (!known.has(text)) added.push(`;#${id}=IFCDIRECTION(${text})`)
      known.set(text, id)
      values[placeOf(index)] = `#${id}`
    }
    if (values.every((value, at) => value === operator.values[at])) return []
    const { offset, head } = operator
    const insert = new TextEncoder().encode(`${head}${values.join()})${added.join('')}`)
    return [{ offset, remove: readStatement(source, offset)?.length ?? 0, insert, both: true }]
  })
}

/** Index of the argument with an axis: Axis3 follows the scale. */
const placeOf = (axis: number) => (axis === 2 ? 4 : axis)

function readOperatorStatement(source: ByteSource, offset: number): Operator | null {
  const found = /^(#\d+\s*=\s*(\w+)\s*\()([^()]*)\)\s*$/.exec(readStatement(source, offset) ?? '')
  const [, head = '', entity = '', list = ''] = found ?? []
  const values = list.split(',').map((value) => value.trim())
  const isFlat = /OPERATOR2D/i.test(entity)
  if (values.length < (isFlat ? 4 : 5)) return null
  return { offset, head, isFlat, isNonUniform: /3DNONUNIFORM$/i.test(entity), values }
}

/** Entity numbers of the axes, 0 for those that are not stated. */
function listAxes({ values, isFlat }: Operator): number[] {
  return (isFlat ? [0, 1] : [0, 1, 2]).map((axis) =>
    Number(/^#(\d+)$/.exec(values[placeOf(axis)] ?? '')?.[1] ?? 0),
  )
}

function stateScales({ values, isNonUniform }: Operator): string[] {
  const [, , , scale = '$'] = values
  const first = scale === '$' ? '1.' : scale
  return values.map((value, at) => (isNonUniform && (at === 3 || at > 4) && value === '$' ? first : value))
}

function parseDirection(bytes: Uint8Array): Vector {
  const list = /^\s*\(([^()]*)\)\s*$/.exec(new TextDecoder('latin1').decode(bytes))?.[1] ?? ''
  const [x = 0, y = 0, z = 0] = list.split(',').map(Number)
  return [x, y, z]
}

/** The perpendicular axes of a transformation (IfcBaseAxis); null if the first engine has the same, or one cannot be read. */
function correctAxes(operator: Operator, directions: ReadonlyMap<number, Vector>): Vector[] | null {
  const ids = listAxes(operator)
  const stated = ids.map((id) => normalize(directions.get(id) ?? NONE))
  if (ids.every((id) => id === 0) || ids.some((id, axis) => id > 0 && stated[axis] === null)) return null
  const [first, second, third] = stated
  const isSecondAlone = operator.isFlat && !first && second
  const x: Vector = isSecondAlone ? [second[1], -second[0], 0] : (first ?? [1, 0, 0])
  const rows = buildMatrix(NONE, third ?? [0, 0, 1], x)
  const [side, left, up] = ([0, 1, 2] as const).map((at): Vector => [rows[0][at], rows[1][at], rows[2][at]])
  if (!side || !left || !up) return null
  // A second axis against the right-handed one mirrors.
  const isMirrored = second && left[0] * second[0] + left[1] * second[1] + left[2] * second[2] < -SAME
  const axes: Vector[] = [side, isMirrored ? [-left[0], -left[1], -left[2]] : left, up]
  const drawn = WORLD.map((axis, at) => stated[at] ?? axis)
  const isRight = axes.every((axis, at) =>
    axis.every((part, of) => Math.abs(part - (drawn[at]?.[of] ?? 0)) < SAME),
  )
  return isRight ? null : axes.slice(0, ids.length)
}

function normalize([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z)
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : null
}
