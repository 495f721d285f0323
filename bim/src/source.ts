/** Random access to the bytes of a model: a file, a buffer, or a browser's File in a worker. */
export interface ByteSource {
  readonly size: number
  /**
   * Reads up to `length` bytes from `offset`; fewer only at the end. The next call may reuse the returned
   * buffer.
   */
  read(offset: number, length: number): Uint8Array
}

/** A source over bytes in memory. */
export function createByteSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** An edit of a source: `remove` bytes at `offset` are replaced by `insert`. */
export interface Splice {
  offset: number
  remove: number
  insert: Uint8Array
  /** whether both geometry engines need it; others are for the first one alone */
  both?: boolean
}

/** The source with splices applied, which must not overlap. Repairs a file for a reader without copying it. */
export function spliceSource(source: ByteSource, splices: Splice[]): ByteSource {
  if (splices.length === 0) return source
  const pieces: { at: number; length: number; from: number; insert: Uint8Array | null }[] = []
  let at = 0
  let from = 0
  for (const splice of [...splices].sort((a, b) => a.offset - b.offset)) {
    pieces.push({ at, length: splice.offset - from, from, insert: null })
    at += splice.offset - from
    pieces.push({ at, length: splice.insert.length, from: 0, insert: splice.insert })
    at += splice.insert.length
    from = splice.offset + splice.remove
  }
  pieces.push({ at, length: source.size - from, from, insert: null })
  const size = at + source.size - from
  const read = (offset: number, length: number) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
    for (let next = findPiece(pieces, offset); next < pieces.length; next++) {
      const piece = pieces[next]
      if (!piece || piece.at >= offset + bytes.length) break
      const first = Math.max(piece.at, offset)
      const last = Math.min(piece.at + piece.length, offset + bytes.length)
      if (first >= last) continue
      const part = piece.insert
        ? piece.insert.subarray(first - piece.at, last - piece.at)
        : source.read(piece.from + first - piece.at, last - first)
      bytes.set(part, first - offset)
    }
    return bytes
  }
  return { size, read }
}

/** Index of the last piece that begins at or before an offset. */
function findPiece(pieces: { at: number }[], offset: number): number {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  // Empty pieces share the offset of the previous one.
  while (low > 0 && pieces[low]?.at === offset) low--
  return low
}
