import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { readStatement } from '../step/read-statement.ts'
import { hasBody, isBesideBody, RepresentationKinds } from './bodies.ts'
import { formatVector } from './linear-placements.ts'
import { rewriteOperators } from './operators.ts'

/** Files with more long directions keep them, and their shapes are corrected by other means. */
const MOST_DIRECTIONS = 200_000
/** Files with more repeated numbers are drawn as the engines read them; the edits are held in memory. */
const MOST_DUPLICATES = 200_000

/** The edits that rewrite valid statements which a geometry engine misreads. */
export function rewriteMisread(source: ByteSource, cursor: Cursor): Splice[] {
  return [
    ...removeDuplicates(source, cursor),
    ...shortenDirections(source, cursor),
    ...completeAxes(source, cursor),
    ...rewriteOperators(source, cursor),
    ...simplifyRods(source, cursor),
    ...openHalfSpaces(source, cursor),
    ...mirrorProfiles(source, cursor),
    ...emptyBesideBodies(source, cursor),
  ].filter((splice) => splice !== null)
}

function replaceStatement(source: ByteSource, offset: number, text: string): Splice | null {
  const statement = readStatement(source, offset)
  return statement === null
    ? null
    : { offset, remove: statement.length, insert: new TextEncoder().encode(text) }
}

/** Of statements with the same number the first counts, as for the structure; the first engine takes the last. */
function removeDuplicates(source: ByteSource, { file }: Cursor): (Splice | null)[] {
  const { duplicates } = file
  if (duplicates.length > MOST_DUPLICATES) return []
  return Array.from({ length: duplicates.length }, (_, at) => {
    const offset = duplicates.at(at)
    const statement = readStatement(source, offset)
    return statement === null
      ? null
      : { offset, remove: statement.length + 1, insert: new Uint8Array(0), both: true }
  })
}

/** The first engine does not normalize directions: an extrusion along (0, 0, 2) would be twice as long. */
function shortenDirections(source: ByteSource, { file }: Cursor): (Splice | null)[] {
  const { longDirections } = file
  if (longDirections.length > MOST_DIRECTIONS) return []
  return Array.from({ length: longDirections.length }, (_, at) => {
    const offset = longDirections.at(at)
    const [, head = '', list = ''] =
      /^(#\d+\s*=\s*\w+\s*\()\s*\(([^()]*)\)\s*\)\s*$/.exec(readStatement(source, offset) ?? '') ?? []
    const parts = list.split(',').map(Number)
    const length = Math.hypot(...parts)
    if (head === '' || !Number.isFinite(length) || length === 0) return null
    const unit = formatVector(parts.map((part) => part / length))
    return replaceStatement(source, offset, `${head}${unit})`)
  })
}

/**
 * Placements with an Axis along X and without RefDirection get the one that the schema means, Y; the engines take X for it and
 * compute no directions.
 */
function completeAxes(source: ByteSource, { file }: Cursor): (Splice | null)[] {
  const { alongX, loneAxes } = file
  if (alongX.length === 0 || loneAxes.length === 0) return []
  const ids = new Set(Array.from({ length: alongX.length }, (_, at) => alongX.at(at)))
  const direction = file.numbers.takeFree(1)
  const splices: (Splice | null)[] = []
  for (let at = 0; at < loneAxes.length && splices.length < MOST_DIRECTIONS; at += 2) {
    if (!ids.has(loneAxes.at(at + 1))) continue
    const offset = loneAxes.at(at)
    const text = /^[^$]*(?=\$\s*\)\s*$)/.exec(readStatement(source, offset) ?? '')?.[0]
    if (text === undefined) continue
    const own = splices.length === 0 ? `;#${direction}=IFCDIRECTION((0.,1.,0.))` : ''
    const splice = replaceStatement(source, offset, `${text}#${direction})${own}`)
    splices.push(splice && { ...splice, both: true })
  }
  return splices
}

/** Neither engine knows rods along a polygon: they are drawn as other rods, with sharp bends. */
function simplifyRods(source: ByteSource, cursor: Cursor): (Splice | null)[] {
  const { file } = cursor
  return [...file.slotsOf('IFCSWEPTDISKSOLIDPOLYGONAL')].map((slot) => {
    const formatNumber = (number: number | null) =>
      number === null ? '$' : formatVector([number]).slice(1, -1)
    const directrix = cursor.open(slot).ref()
    const numbers = [cursor.number(), cursor.number(), cursor.number(), cursor.number()].map(formatNumber)
    const text = `#${file.id.at(slot)}=IFCSWEPTDISKSOLID(#${directrix},${numbers.join()})`
    const splice = replaceStatement(source, file.offset.at(slot), text)
    return splice && { ...splice, both: true }
  })
}

/** The box around a half space only helps to compute with it; both engines leave such half spaces out. */
function openHalfSpaces(source: ByteSource, cursor: Cursor): (Splice | null)[] {
  const { file } = cursor
  return [...file.slotsOf('IFCBOXEDHALFSPACE')].map((slot) => {
    const surface = cursor.open(slot).ref()
    const text = `#${file.id.at(slot)}=IFCHALFSPACESOLID(#${surface},.${cursor.word()}.)`
    const splice = replaceStatement(source, file.offset.at(slot), text)
    return splice && { ...splice, both: true }
  })
}

/** Neither engine knows profiles that are mirrored about their Y axis; they are written as profiles with an operator. */
function mirrorProfiles(source: ByteSource, cursor: Cursor): (Splice | null)[] {
  const { file } = cursor
  return [...file.slotsOf('IFCMIRROREDPROFILEDEF')].map((slot) => {
    const [kind, parent] = [cursor.open(slot).word(), cursor.skip(1).ref()]
    if (parent === 0) return null
    const operator = file.numbers.takeFree(4)
    const [x, y, origin] = [operator + 1, operator + 2, operator + 3]
    const text = [
      `#${file.id.at(slot)}=IFCDERIVEDPROFILEDEF(.${kind}.,$,#${parent},#${operator},$)`,
      `#${operator}=IFCCARTESIANTRANSFORMATIONOPERATOR2D(#${x},#${y},#${origin},1.)`,
      `#${x}=IFCDIRECTION((-1.,0.))`,
      `#${y}=IFCDIRECTION((0.,1.))`,
      `#${origin}=IFCCARTESIANPOINT((0.,0.))`,
    ].join(';')
    const splice = replaceStatement(source, file.offset.at(slot), text)
    return splice && { ...splice, both: true }
  })
}

/** Both engines draw every solid of an element, including clearances and reference shapes, which are not part of its body. */
function emptyBesideBodies(source: ByteSource, cursor: Cursor): (Splice | null)[] {
  const { file } = cursor
  const beside = new Set<number>()
  for (const slot of file.slotsOf('IFCSHAPEREPRESENTATION')) {
    const id = file.id.at(slot)
    if (isBesideBody(cursor, id)) beside.add(id)
  }
  if (beside.size === 0) return []
  const kinds = new RepresentationKinds(cursor)
  const emptied = new Set<number>()
  for (const slot of file.slotsOf('IFCPRODUCTDEFINITIONSHAPE')) {
    const representations = cursor.open(slot).skip(2).refs()
    const found = representations.filter((id) => beside.has(id))
    if (found.length === 0 || !representations.some((id) => hasBody(kinds.stateOf(id)))) continue
    for (const id of found) emptied.add(id)
  }
  return [...emptied].map((id) => emptyItems(source, file.offset.at(cursor.slot(id))))
}

function emptyItems(source: ByteSource, offset: number): Splice | null {
  const items = /\(([^()]*)\)\s*\)\s*$/.exec(readStatement(source, offset) ?? '')
  if (!items?.[1]) return null
  return { offset: offset + items.index + 1, remove: items[1].length, insert: new Uint8Array(0), both: true }
}
