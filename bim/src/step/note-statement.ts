import type { StepFile } from './step-file.ts'

const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
const DOLLAR = 0x24
const HASH = 0x23
const SPACE = 0x20

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Statements that are not kept, and of which the scan notes what misleads the geometry engines. */
export type NotedKind =
  | 'CIRCLE'
  | 'ELLIPSE'
  | 'DISK'
  | 'DIRECTION'
  | 'PLACEMENT'
  | 'OPERATOR'
  | 'STYLED_ITEM'
  | 'STYLE_ASSIGNMENT'

/** Shapes with a radius as their last number, and with a larger one before it. */
const CIRCLE =
  /^IFC(CIRCLE|CIRCLEPROFILEDEF|RIGHTCIRCULARC(YLINDER|ONE)|SPHERE|(CYLINDRICAL|SPHERICAL)SURFACE)$/
const ELLIPSE = /^IFC(CIRCLEHOLLOWPROFILEDEF|ELLIPSE|ELLIPSEPROFILEDEF|TOROIDALSURFACE)$/

export function getNotedKind(entity: string): NotedKind | null {
  if (entity === 'IFCDIRECTION') return 'DIRECTION'
  if (entity === 'IFCSTYLEDITEM') return 'STYLED_ITEM'
  if (entity === 'IFCPRESENTATIONSTYLEASSIGNMENT') return 'STYLE_ASSIGNMENT'
  if (entity === 'IFCAXIS2PLACEMENT3D') return 'PLACEMENT'
  if (CIRCLE.test(entity)) return 'CIRCLE'
  if (ELLIPSE.test(entity)) return 'ELLIPSE'
  if (/^IFCSWEPTDISKSOLID(POLYGONAL)?$/.test(entity)) return 'DISK'
  return entity.startsWith('IFCCARTESIANTRANSFORMATIONOPERATOR') ? 'OPERATOR' : null
}

/** Records circles, directions along X, placements with an Axis only, transformations with axes or several scales, and styled items. */
export function noteStatement(
  file: StepFile,
  kind: NotedKind,
  { id, offset }: { id: number; offset: number },
  bytes: Uint8Array,
): void {
  const { alongX, loneAxes, operators } = file
  if (kind === 'CIRCLE' || kind === 'ELLIPSE' || kind === 'DISK') {
    const radius = kind === 'DISK' ? readSecond(bytes) : readFromEnd(bytes, kind === 'CIRCLE' ? 0 : 1)
    const thousandths = Math.round(radius * 1000)
    if (!(thousandths > 0) || thousandths > 0xffffffff) return
    file.circles.push(id)
    file.circles.push(thousandths)
  } else if (kind === 'DIRECTION') {
    if (isAlongX(bytes)) alongX.push(id)
  } else if (kind === 'STYLED_ITEM') {
    const item = readReference(bytes, 0)
    const styles = countBytes(bytes, HASH) - (item > 0 ? 1 : 0)
    if (item > 0) {
      file.styledItems.push(item)
      file.stylesOfItems.push(styles === 1 ? readReference(bytes, bytes.lastIndexOf(HASH)) : 0)
    }
    file.hasSeveralStyles ||= styles > 1
  } else if (kind === 'STYLE_ASSIGNMENT') {
    const styles = countBytes(bytes, HASH)
    file.hasSeveralStyles ||= styles > 1
    if (styles !== 1) return
    file.assignments.push(id)
    file.assignments.push(readReference(bytes, bytes.indexOf(HASH)))
  } else if (kind === 'OPERATOR') {
    // the origin, and the commas of a single scale
    if (countBytes(bytes, HASH) > 1 || countBytes(bytes, COMMA) > 4) operators.push(offset)
  } else {
    const axis = findLoneAxis(bytes)
    if (axis === 0) return
    loneAxes.push(offset)
    loneAxes.push(axis)
  }
}

/** The entity number at an offset, after blanks; 0 for anything else than a reference. */
function readReference(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at++
  if (bytes[at] !== HASH) return 0
  let id = 0
  while (isDigit(bytes[++at])) id = id * 10 + (bytes[at] as number) - 0x30
  return id <= 0xffffffff ? id : 0
}

/** The number in an argument, counted from the last one; not a number for anything else. */
function readFromEnd(bytes: Uint8Array, passed: number): number {
  let end = bytes.length
  for (let left = passed; left > 0 && end > 0; left--) end = bytes.lastIndexOf(COMMA, end - 1)
  const begin = end > 0 ? bytes.lastIndexOf(COMMA, end - 1) + 1 : 0
  const text = new TextDecoder('latin1').decode(bytes.subarray(begin, Math.max(0, end)))
  return Number(text.trim() || Number.NaN)
}

/** The number in a second argument after a reference. */
function readSecond(bytes: Uint8Array): number {
  const begin = bytes.indexOf(COMMA) + 1
  const end = bytes.indexOf(COMMA, begin)
  return readFromEnd(bytes.subarray(0, end < 0 ? bytes.length : end), 0)
}

function countBytes(bytes: Uint8Array, wanted: number): number {
  let count = 0
  for (const byte of bytes) if (byte === wanted) count++
  return count
}

/**
 * Entity number of the Axis of an IfcAxis2Placement3D that has no RefDirection, 0 for all others. Reads the arguments backwards
 * from their end: most placements end with two references or none.
 */
function findLoneAxis(bytes: Uint8Array): number {
  const skipBlanks = (end: number) => {
    while (end > 0 && (bytes[end - 1] as number) <= SPACE) end--
    return end
  }
  let at = skipBlanks(bytes.length)
  if (bytes[at - 1] !== DOLLAR) return 0
  at = skipBlanks(at - 1)
  if (bytes[at - 1] !== COMMA) return 0
  at = skipBlanks(at - 1)
  let id = 0
  for (let unit = 1; at > 0 && isDigit(bytes[at - 1]); unit *= 10)
    id += ((bytes[--at] as number) - 0x30) * unit
  return bytes[at - 1] === HASH && id <= 0xffffffff ? id : 0
}

/** Whether a direction in space is that of the X axis, or against it. */
function isAlongX(bytes: Uint8Array): boolean {
  let part = 0
  let isExponent = false
  let hasX = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === COMMA) {
      part++
      isExponent = false
    } else if ((byte | 0x20) === 0x65) isExponent = true
    else if (!isExponent && byte > 0x30 && byte <= 0x39) {
      if (part > 0) return false
      hasX = true
    } else if (byte !== OPEN && byte !== CLOSE && byte > 0x39) return false
  }
  return hasX && part === 2
}
