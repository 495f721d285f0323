import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findArgument } from '../step/find-argument.ts'
import { joinBytes } from '../step/join-bytes.ts'
import { StatementTable } from '../step/statement-table.ts'

const NETWORK = 'IFCTRIANGULATEDIRREGULARNETWORK'
/** Arguments of a network: its triangles, and a flag for each, which is negative for holes and voids. */
const TRIANGLES = 3
const FLAGS = 5
/** Limit on bytes of rewritten triangles of a file; the edits are held in memory. */
const MOST_BYTES = 256_000_000

const OPEN = 0x28
const CLOSE = 0x29
const MINUS = 0x2d
const encode = (text: string) => new TextEncoder().encode(text)
const [FIRST, NEXT, END] = [encode('('), encode(','), encode(')')]

/** The edits that remove the triangles of holes and voids from terrain, because the engines draw them like the rest. */
export function cutTerrainHoles(source: ByteSource, { file }: Cursor): Splice[] {
  if (!file.kinds.includes(NETWORK)) return []
  const table = new StatementTable(source)
  const splices: Splice[] = []
  let left = MOST_BYTES
  for (let slot = 0; slot < table.count; slot++) {
    if (table.kindName(slot) !== NETWORK) continue
    const begin = table.begin.at(slot)
    const bytes = source.read(begin, table.end.at(slot) - begin)
    const [triangles, flags] = [findArgument(bytes, TRIANGLES), findArgument(bytes, FLAGS)]
    if (!triangles || !flags || !bytes.subarray(...flags).includes(MINUS)) continue
    const insert = keepVisible(bytes.slice(...triangles), bytes.slice(...flags))
    left -= insert.length
    if (left < 0) break
    splices.push({ offset: begin + triangles[0], remove: triangles[1] - triangles[0], insert, both: true })
  }
  return splices
}

/** The triangles without a negative flag; triangles without any flag are kept. */
function keepVisible(triangles: Uint8Array, flags: Uint8Array): Uint8Array {
  const isHidden = new TextDecoder('latin1')
    .decode(flags)
    .split(',')
    .map((flag) => flag.includes('-'))
  const parts: Uint8Array[] = []
  let triangle = 0
  for (let open = triangles.indexOf(OPEN, triangles.indexOf(OPEN) + 1); open >= 0; ) {
    const close = triangles.indexOf(CLOSE, open) + 1
    if (close === 0) break
    if (!isHidden[triangle++]) parts.push(parts.length > 0 ? NEXT : FIRST, triangles.subarray(open, close))
    open = triangles.indexOf(OPEN, close)
  }
  // a list needs an item: a triangle without area is not drawn
  return parts.length > 0 ? joinBytes([...parts, END]) : encode('((1,1,1))')
}
