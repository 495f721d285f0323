import type { ByteSource, Splice } from '../source.ts'

const WINDOW = 1 << 22
/** Digits of the longest number that is replaced. */
const MARGIN = 64
const HIGHEST = 0xffffffff

/**
 * Replaces entity numbers that do not fit into 32 bits by free ones, because neither the scan nor the geometry engines
 * can hold them: engines drop the upper bits and meet other statements.
 * @returns one splice for each occurrence outside of texts
 */
export function renumberLargeIds(source: ByteSource): Splice[] {
  const large = new Map<string, string>()
  const places: { offset: number; number: string }[] = []
  let highest = 0
  const decoder = new TextDecoder('latin1')
  // Strings and comments first, so that numbers inside of them are not replaced.
  const token = /'(?:[^']|'')*'|\/\*[\s\S]*?\*\/|#(\d+)/g
  for (let at = 0; at < source.size; ) {
    const text = decoder.decode(source.read(at, WINDOW))
    const isLast = at + WINDOW >= source.size
    const statements = isLast
      ? text.length
      : Math.max(text.lastIndexOf(';\n') + 1, text.lastIndexOf(';\r') + 1)
    const end = statements > 0 ? statements : text.length - MARGIN
    for (const found of text.slice(0, end).matchAll(token)) {
      const number = found[1]
      if (number === undefined) continue
      if (Number(number) <= HIGHEST) highest = Math.max(highest, Number(number))
      else {
        large.set(number, '')
        places.push({ offset: at + found.index + 1, number })
      }
    }
    at += end
  }
  let next = highest
  for (const number of large.keys()) large.set(number, String(++next))
  return places.map(({ offset, number }) => ({
    offset,
    remove: number.length,
    insert: new TextEncoder().encode(large.get(number)),
  }))
}
