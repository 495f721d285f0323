import type { ByteSource } from '../source.ts'

/** Longest statement of a colour that is looked for, in bytes. */
const LONGEST = 512
const NAME = 'COLOURRGB'
const ONE = '1(?:\\.0*)?(?:[eE][+-]?0+)?'
/** The arguments of opaque white: any name, and three times 1. */
const WHITE = new RegExp(
  `^\\s*\\(\\s*(?:\\$|'(?:[^']|'')*')\\s*,\\s*(${ONE})\\s*,\\s*${ONE}\\s*,\\s*${ONE}\\s*\\)`,
  'd',
)
const TWO = 0x32

/**
 * Reads bytes of a file and changes the red value of every white colour from 1 to 2, because the engine also returns white
 * for items without a colour. The number of bytes does not change, so any part of the file can be read.
 */
export function readMarkingWhite(source: ByteSource, offset: number, length: number): Uint8Array {
  const from = Math.max(0, offset - LONGEST)
  const bytes = source.read(from, offset - from + length + LONGEST)
  const found = findWhites(bytes)
  const marked = found.length === 0 ? bytes : bytes.slice()
  for (const at of found) marked[at] = TWO
  return marked.subarray(offset - from, offset - from + length)
}

/** Offsets of the red of white colours. */
function findWhites(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: number[] = []
  for (let at = buffer.indexOf(NAME, 0, 'latin1'); at >= 0; at = buffer.indexOf(NAME, at + 1, 'latin1')) {
    const start = at + NAME.length
    const [red] = WHITE.exec(buffer.toString('latin1', start, at + LONGEST))?.indices?.[1] ?? []
    if (red !== undefined) found.push(start + red)
  }
  return found
}
