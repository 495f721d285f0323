import { findCommentEnd } from './read-statement.ts'

/**
 * The arguments of each entity, one character each: `r` a reference, `R` an optional one, `n` a number, `p` a positive
 * number, `P` an optional one, `l` a list, `z` a non-zero direction, `w` a word, `.` anything.
 */
const SIGNATURES: Record<string, string> = {
  EXTRUDEDAREASOLID: 'rRrp',
  EXTRUDEDAREASOLIDTAPERED: 'rRrpr',
  REVOLVEDAREASOLID: 'rRrn',
  REVOLVEDAREASOLIDTAPERED: 'rRrnr',
  SWEPTDISKSOLID: 'rp',
  FACETEDBREP: 'r',
  FACETEDBREPWITHVOIDS: 'rl',
  ADVANCEDBREP: 'r',
  CLOSEDSHELL: 'l',
  OPENSHELL: 'l',
  FACEBASEDSURFACEMODEL: 'l',
  SHELLBASEDSURFACEMODEL: 'l',
  CONNECTEDFACESET: 'l',
  POLYGONALFACESET: 'r.l',
  BOOLEANRESULT: 'wrr',
  BOOLEANCLIPPINGRESULT: 'wrr',
  CSGSOLID: 'r',
  HALFSPACESOLID: 'rw',
  POLYGONALBOUNDEDHALFSPACE: 'rwrr',
  BLOCK: 'rppp',
  SPHERE: 'rp',
  RIGHTCIRCULARCONE: 'rpp',
  RIGHTCIRCULARCYLINDER: 'rpp',
  RECTANGULARPYRAMID: 'rppp',
  RECTANGLEPROFILEDEF: 'w.Rpp',
  ROUNDEDRECTANGLEPROFILEDEF: 'w.Rppp',
  RECTANGLEHOLLOWPROFILEDEF: 'w.Rppp',
  CIRCLEPROFILEDEF: 'w.Rp',
  CIRCLEHOLLOWPROFILEDEF: 'w.Rpp',
  ELLIPSEPROFILEDEF: 'w.Rpp',
  ISHAPEPROFILEDEF: 'w.Rpppp',
  TSHAPEPROFILEDEF: 'w.Rpppp',
  USHAPEPROFILEDEF: 'w.Rpppp',
  CSHAPEPROFILEDEF: 'w.Rpppp',
  ZSHAPEPROFILEDEF: 'w.Rpppp',
  LSHAPEPROFILEDEF: 'w.RpPp',
  ARBITRARYCLOSEDPROFILEDEF: 'w.r',
  ARBITRARYPROFILEDEFWITHVOIDS: 'w.rl',
  MAPPEDITEM: 'rr',
  REPRESENTATIONMAP: 'rr',
  CARTESIANTRANSFORMATIONOPERATOR3D: 'RRrP',
  DIRECTION: 'z',
  AXIS2PLACEMENT3D: 'rRR',
  LOCALPLACEMENT: 'Rr',
  SHAPEREPRESENTATION: 'r',
  PRODUCTDEFINITIONSHAPE: '..l',
  CIRCLE: 'rp',
  TRIMMEDCURVE: 'rll',
  COMPOSITECURVE: 'l',
}
/** Small parts of shapes, by far the most statements of a file: their arguments are not counted. */
const NOT_COUNTED =
  /^IFC(CARTESIANPOINT\w*|POLYLINE|POLYLOOP|FACE\w*|ORIENTEDEDGE|EDGECURVE|VERTEXPOINT|LINE|VECTOR|PLANE|ADVANCEDFACE|INDEXED\w+|TRIANGULATED\w+|STYLEDITEM|OWNERHISTORY)$/
/** Statements longer than this are lists, whose arguments are not counted. */
const LONGEST_COUNTED = 4096

/** Most that the length of a direction differs from 1 where it is rounded. */
const ROUNDED = 1e-3

/** `length`: a direction that is not of length 1, which the schema allows and engines misread. */
export const Defect = { none: 0, arguments: 1, value: 2, length: 3 } as const
export type Defect = (typeof Defect)[keyof typeof Defect]

/** The checks for statements of one entity. */
export interface StatementCheck {
  signature: string
  /** number of arguments, 0 when it is not checked */
  count: number
}

/** @param count number of arguments in the schema of the file, if it is known */
export function getStatementCheck(entity: string, count: number | undefined): StatementCheck | null {
  const signature = SIGNATURES[entity.slice(3)] ?? ''
  const counted = count !== undefined && !NOT_COUNTED.test(entity)
  return signature === '' && !counted ? null : { signature, count: counted ? count : 0 }
}

const HASH = 0x23
const DOLLAR = 0x24
const QUOTE = 0x27
const OPEN = 0x28
const CLOSE = 0x29
const STAR = 0x2a
const COMMA = 0x2c
const DOT = 0x2e
const SLASH = 0x2f
const SPACE = 0x20

/** Checks the arguments `from … to` of a statement, without the outer parentheses. */
export function checkStatement(bytes: Uint8Array, from: number, to: number, check: StatementCheck): Defect {
  const { signature, count } = check
  const counts = count > 0 && to - from <= LONGEST_COUNTED
  let worst: Defect = Defect.none
  let found = 0
  let at = from
  while (at < to) {
    while (at < to && (bytes[at] as number) <= SPACE) at++
    while (bytes[at] === SLASH && at < to) at = skipComment(bytes, at, to)
    const begin = at
    at = passArgument(bytes, at, to)
    if (found < signature.length) {
      const defect = checkArgument(bytes, begin, at, signature.charCodeAt(found))
      if (defect > worst) worst = defect
    } else if (!counts) return worst
    found++
    at++
  }
  if (found < signature.length || (counts && found !== count)) return Defect.arguments
  return worst
}

/** Offset of the comma after an argument. */
function passArgument(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte < QUOTE || byte > COMMA) continue
    if (byte === QUOTE) {
      at++
      while (at < to && bytes[at] !== QUOTE) at++
    } else if (byte === OPEN) depth++
    else if (byte === CLOSE) depth--
    else if (byte === COMMA && depth === 0) return at
    else if (byte === STAR && bytes[at - 1] === SLASH) at = findCommentEnd(bytes.subarray(0, to), at + 1) - 1
  }
  return to
}

/** Skips a comment and the blanks after it; returns the offset. */
function skipComment(bytes: Uint8Array, from: number, to: number): number {
  let at = findCommentEnd(bytes.subarray(0, to), from + 2)
  while (at < to && (bytes[at] as number) <= SPACE) at++
  return at
}

const [R, OPTIONAL_R, N, P, OPTIONAL_P, L, Z, W] = [...'rRnpPlzw'].map((code) => code.charCodeAt(0))

function checkArgument(bytes: Uint8Array, from: number, to: number, code: number): Defect {
  const first = bytes[from] ?? 0
  const missing = from >= to || first === DOLLAR || first === STAR
  switch (code) {
    case R:
      return first === HASH ? Defect.none : Defect.arguments
    case OPTIONAL_R:
      return first === HASH || missing ? Defect.none : Defect.arguments
    case W:
      return first === DOT ? Defect.none : Defect.arguments
    case L:
      return first === OPEN && bytes[from + 1] !== CLOSE ? Defect.none : Defect.arguments
    case Z:
      if (first !== OPEN) return Defect.arguments
      if (!hasDigitAboveZero(bytes, from, to)) return Defect.value
      return isUnitVector(bytes, from, to) ? Defect.none : Defect.length
    case N:
    case P:
    case OPTIONAL_P: {
      if (missing) return code === OPTIONAL_P ? Defect.none : Defect.arguments
      if (first === HASH || first === OPEN || first === QUOTE) return Defect.arguments
      if (code === N) return Defect.none
      return first === 0x2d || !hasDigitAboveZero(bytes, from, to) ? Defect.value : Defect.none
    }
    default:
      return Defect.none
  }
}

/** Whether any of the numbers `from … to` is not zero, by their digits before an exponent. */
function hasDigitAboveZero(bytes: Uint8Array, from: number, to: number): boolean {
  let exponent = false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte === COMMA) exponent = false
    else if ((byte | 0x20) === 0x65) exponent = true
    else if (!exponent && byte > 0x30 && byte <= 0x39) return true
  }
  return false
}

/** Whether a list of numbers has the length 1; true for anything else. */
function isUnitVector(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0
  let isOne = true
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte <= 0x30 || (byte > 0x39 && (byte | 0x20) !== 0x65)) continue
    digits++
    if (byte !== 0x31 || (bytes[at - 1] as number) === DOT || isDigit(bytes[at - 1])) isOne = false
    if (isDigit(bytes[at + 1])) isOne = false
  }
  // Nearly all directions are those of an axis.
  if (digits === 1 && isOne) return true
  const list = LATIN.decode(bytes.subarray(from, to)).replaceAll(/\/\*.*?\*\/|[()]/gs, '')
  const parts = list.split(',').map(Number)
  const length = Math.hypot(...parts)
  return !Number.isFinite(length) || Math.abs(length - 1) <= ROUNDED
}

const LATIN = new TextDecoder('latin1')
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39
