import type { ByteSource, Splice } from '../source.ts'

const WINDOW = 1 << 22
/** Of the windows after the first ones, only each eighth is searched: programs write all their numbers alike. */
const SEARCHED_FULLY = 4
const SEARCHED_EACH = 8
/** Digits of the longest number that is replaced. */
const MARGIN = 64
const HIGHEST = 0xffffffff

/** A real without a digit before its point. */
const SHORT_REAL = /[-+,(\s]\.[0-9]/
/** Strings and comments first, so that nothing inside of them is replaced. */
const TOKEN = /'(?:[^']|'')*'|\/\*[\s\S]*?\*\/|#(\d+)|(?<=[-+,(\s])\.(?=[0-9])|[a-z]+/g

/** Whether a file seems to contain reals such as .5, which are invalid and which the first geometry engine reads as 5. */
export function hasShortReals(source: ByteSource): boolean {
  for (let window = 0; window * WINDOW < source.size; window++) {
    if (window >= SEARCHED_FULLY && window % SEARCHED_EACH !== 0) continue
    if (SHORT_REAL.test(readText(source, window * WINDOW, WINDOW + 2))) return true
  }
  return false
}

/**
 * Replaces entity numbers that do not fit into 32 bits by free ones, because neither the scan nor the geometry engines
 * can hold them: engines drop the upper bits and meet other statements. Reals without a digit before their point get a zero,
 * and keywords and enumerations in small letters get capitals: web-ifc does not know them otherwise.
 * @returns one splice for each part of the file with such tokens
 */
export function rewriteTokens(source: ByteSource): Splice[] {
  const numbers = renumberLargeIds(source)
  const splices: Splice[] = []
  for (const { at, text } of readParts(source)) {
    let first = -1
    let last = 0
    let written = ''
    for (const found of text.matchAll(TOKEN)) {
      const [token, number] = found
      const own = number === undefined ? rewriteWord(token) : numbers.get(number)
      if (own === undefined) continue
      if (first < 0) first = last = found.index
      written += text.slice(last, found.index) + own
      last = found.index + token.length
    }
    if (first >= 0)
      splices.push({ offset: at + first, remove: last - first, insert: Buffer.from(written, 'latin1') })
  }
  return splices
}

/** Undefined for strings and comments. */
function rewriteWord(token: string): string | undefined {
  if (token === '.') return '0.'
  return /^[a-z]/.test(token) ? token.toUpperCase() : undefined
}

/** References to free numbers, for the numbers that are too large. */
function renumberLargeIds(source: ByteSource): Map<string, string> {
  const large = new Map<string, string>()
  let highest = 0
  for (const { text } of readParts(source))
    for (const [, number] of text.matchAll(TOKEN)) {
      if (number === undefined) continue
      if (Number(number) <= HIGHEST) highest = Math.max(highest, Number(number))
      else large.set(number, '')
    }
  let next = highest
  for (const number of large.keys()) large.set(number, `#${++next}`)
  return large
}

/** The file in parts that end with a statement, if it is not too long. */
function* readParts(source: ByteSource): Generator<{ at: number; text: string }> {
  for (let at = 0; at < source.size; ) {
    const text = readText(source, at, WINDOW)
    const isLast = at + WINDOW >= source.size
    const statements = isLast
      ? text.length
      : Math.max(text.lastIndexOf(';\n') + 1, text.lastIndexOf(';\r') + 1)
    const end = statements > 0 ? statements : text.length - MARGIN
    yield { at, text: text.slice(0, end) }
    at += end
  }
}

/** Bytes as characters of the same number; not by a TextDecoder, whose latin1 is another character set. */
function readText(source: ByteSource, at: number, length: number): string {
  const bytes = source.read(at, length)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
