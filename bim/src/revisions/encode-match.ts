import type { MatchProposal, RevisionMatch } from './matching.ts'

/**
 * A match as bytes, as it is stored: runs of elements that kept their order, way and score take a few bytes together,
 * so that 250,000 unchanged elements take less than a hundred.
 */

const FORMAT = 1

class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  /** Writes a number from 0 to 2^53, seven bits a byte. */
  write(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value)
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

class ByteReader {
  #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The match is cut off')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  readSigned(): number {
    const value = this.read()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}

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
