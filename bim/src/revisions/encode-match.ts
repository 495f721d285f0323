import { ByteReader, ByteWriter } from './bytes.ts'
import type { MatchProposal, RevisionMatch } from './matching.ts'

/**
 * Encodes a match for storage: runs of elements with the same order, way and score take a few bytes together, so that
 * 250,000 unchanged elements take less than a hundred.
 */

const FORMAT = 1

export function encodeMatch({ to, way, score, splits, proposals }: RevisionMatch): Uint8Array {
  const out = new ByteWriter()
  out.write(FORMAT)
  out.write(to.length)
  let before = 0
  for (let row = 0; row < to.length; ) {
    const isFound = to[row] !== -1
    const shift = isFound ? (to[row] ?? 0) - row : 0
    let end = row + 1
    while (
      end < to.length &&
      way[end] === way[row] &&
      score[end] === score[row] &&
      (isFound ? (to[end] ?? 0) - end === shift : to[end] === -1)
    )
      end++
    out.write(end - row)
    out.write(way[row] ?? 0)
    if (isFound) {
      out.write(score[row] ?? 0)
      out.writeSigned(shift - before)
      before = shift
    }
    row = end
  }
  writeLists(out, splits, (part) => out.write(part))
  writeLists(out, proposals, ({ to: candidate, score: points }) => {
    out.write(candidate)
    out.write(points)
  })
  return out.finish()
}

function writeLists<T>(out: ByteWriter, lists: Map<number, T[]>, writeOne: (item: T) => void): void {
  out.write(lists.size)
  for (const [row, list] of lists) {
    out.write(row)
    out.write(list.length)
    for (const item of list) writeOne(item)
  }
}

function readLists<T>(reader: ByteReader, readOne: () => T): Map<number, T[]> {
  const lists = new Map<number, T[]>()
  for (let left = reader.read(); left > 0; left--) {
    const row = reader.read()
    lists.set(row, Array.from({ length: reader.read() }, readOne))
  }
  return lists
}

/** @throws RangeError when the bytes are not a whole match */
export function decodeMatch(bytes: Uint8Array): RevisionMatch {
  const reader = new ByteReader(bytes)
  if (reader.read() !== FORMAT) throw new RangeError('The match has another format')
  const count = reader.read()
  const match = {
    to: new Int32Array(count).fill(-1),
    way: new Uint8Array(count),
    score: new Uint8Array(count),
  }
  let before = 0
  for (let row = 0; row < count; ) {
    const end = row + reader.read()
    const way = reader.read()
    if (end > count || end === row) throw new RangeError('The match is damaged')
    if (way !== 0) {
      match.way.fill(way, row, end)
      match.score.fill(reader.read(), row, end)
      before += reader.readSigned()
      for (let at = row; at < end; at++) match.to[at] = at + before
    }
    row = end
  }
  const splits = readLists(reader, () => reader.read())
  const proposals = readLists<MatchProposal>(reader, () => ({ to: reader.read(), score: reader.read() }))
  return { ...match, splits, proposals }
}
