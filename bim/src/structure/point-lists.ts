import type { ByteSource, Splice } from '../source.ts'
import { Uint32Column } from '../step/columns.ts'
import type { Cursor } from '../step/cursor.ts'
import { joinBytes } from '../step/join-bytes.ts'
import { findPointIndex } from '../step/point-index.ts'
import { StatementTable } from '../step/statement-table.ts'

/** Limit on bytes of rewritten points for all face sets of a file; the edits are held in memory. */
const MOST_BYTES = 256_000_000

const encode = (text: string) => new TextEncoder().encode(text)
const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
const HASH = 0x23

interface OrderedPoints {
  splices: Splice[]
  /** face sets with a number that no point has, or with too many points */
  unread: number[]
}

/**
 * Gives face sets that index their points through PnIndex a point list in the order of PnIndex: the engines ignore PnIndex
 * and take the indices for positions in the original list.
 */
export function listPointsInOrder(source: ByteSource, { file }: Cursor): OrderedPoints {
  const ids = new Set(
    Array.from({ length: file.indexedFaceSets.length }, (_, at) => file.indexedFaceSets.at(at)),
  )
  if (ids.size === 0) return { splices: [], unread: [] }
  const table = new StatementTable(source)
  const readBytes = (slot: number) => {
    const begin = table.begin.at(slot)
    return source.read(begin, table.end.at(slot) - begin).slice()
  }
  // Face sets often share a list of points, which is read once.
  const users = new Map<number, number[]>()
  for (const id of ids) {
    const slot = table.numbers.slot(id)
    const [points = 0] = slot < 0 ? [] : table.listReferences(slot, 0)
    if (table.numbers.slot(points) >= 0) addTo(users, points, slot)
  }
  const splices: Splice[] = []
  const unread: number[] = []
  let left = MOST_BYTES
  for (const [points, slots] of users) {
    const list = readBytes(table.numbers.slot(points))
    const begins = findPoints(list)
    for (const slot of slots) {
      const bytes = readBytes(slot)
      const close = bytes.lastIndexOf(CLOSE)
      const range = findPointIndex(bytes, 0, close, table.kindName(slot))
      const reference = bytes.indexOf(HASH, bytes.indexOf(OPEN))
      const comma = bytes.indexOf(COMMA, reference)
      const ordered = range && orderPoints(list, begins, bytes.subarray(...range), left)
      if (!range || !ordered) {
        unread.push(table.id.at(slot))
        continue
      }
      left -= ordered.length
      const begin = table.begin.at(slot)
      const free = file.numbers.takeFree(1)
      const own = encode(`#${free}`)
      const none = encode('$')
      const statement = joinBytes([own, encode('=IFCCARTESIANPOINTLIST3D('), ordered, encode(');\n')])
      splices.push(
        { offset: begin, remove: 0, insert: statement, both: true },
        { offset: begin + reference, remove: comma - reference, insert: own, both: true },
        { offset: begin + range[0], remove: range[1] - range[0], insert: none, both: true },
      )
    }
  }
  return { splices, unread }
}

function addTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Offsets of the opening parentheses of the points in the statement of a list. */
function findPoints(bytes: Uint8Array): Uint32Column {
  const begins = new Uint32Column()
  let depth = 0
  for (let at = bytes.indexOf(OPEN); at >= 0 && at < bytes.length; at++) {
    if (bytes[at] === OPEN && ++depth === 3) begins.push(at)
    // Tags may follow the points.
    else if (bytes[at] === CLOSE && --depth === 1) break
  }
  return begins
}

/** The points of a list by their numbers, as a list; null if it has no such number, or is longer than `most`. */
function orderPoints(
  list: Uint8Array,
  begins: Uint32Column,
  index: Uint8Array,
  most: number,
): Uint8Array | null {
  const picked = new Uint32Column()
  let length = 2
  let number = 0
  for (const byte of index) {
    if (byte >= 0x30 && byte <= 0x39) number = number * 10 + byte - 0x30
    else if (byte === COMMA || byte === CLOSE) {
      if (number < 1 || number > begins.length) return null
      const begin = begins.at(number - 1)
      picked.push(begin)
      length += list.indexOf(CLOSE, begin) + 2 - begin
      if (length > most) return null
      number = 0
    }
  }
  const ordered = new Uint8Array(length - 1)
  ordered[0] = OPEN
  let at = 1
  for (let each = 0; each < picked.length; each++) {
    const begin = picked.at(each)
    if (each > 0) ordered[at++] = COMMA
    const point = list.subarray(begin, list.indexOf(CLOSE, begin) + 1)
    ordered.set(point, at)
    at += point.length
  }
  ordered[at] = CLOSE
  return ordered
}
