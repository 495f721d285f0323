const BACKSLASH = 0x5c
const QUOTE = 0x27
const REPLACEMENT = '\ufffd'
const CACHE = 8192
/** Maximum length of cached strings: longer ones are seldom repeated. */
const CACHED_LENGTH = 48
/** Strings of this length are nearly always GlobalIds, which are unique and therefore not cached. */
const GLOBAL_ID_LENGTH = 22

/** Values of hexadecimal digits by byte, -1 for all other bytes. */
const HEX = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 16; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

/**
 * Decodes the strings of ISO 10303-21 (clause 6.4.3): doubled quotes, `\\`, `\S\`, `\P?\`, `\X\`, `\X2\`,
 * `\X4\`, and the raw UTF-8 or Windows-1252 bytes that many programs write although the standard forbids them.
 */
export class StepTextDecoder {
  /** number of strings in which something was replaced by U+FFFD */
  damaged = 0
  #cache: (string | undefined)[] = new Array(CACHE)
  #utf8 = new TextDecoder('utf-8', { fatal: true })
  #windows = new TextDecoder('windows-1252')

  /**
   * Decodes the string between quotes: bytes `start` up to `end`. The result never contains an unpaired
   * surrogate.
   */
  read(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > CACHED_LENGTH) return this.#decode(bytes, start, end)
    let hash = end - start
    let plain = true
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0
      hash = (Math.imul(hash, 31) + byte) | 0
      if (byte === BACKSLASH || byte === QUOTE || byte > 0x7e || byte < 0x20) plain = false
    }
    if (!plain) return this.#decode(bytes, start, end)
    if (end - start === GLOBAL_ID_LENGTH) return asciiText(bytes, start, end)
    const place = (hash ^ (hash >>> 13)) & (CACHE - 1)
    const known = this.#cache[place]
    if (known !== undefined && sameText(known, bytes, start, end)) return known
    const text = asciiText(bytes, start, end)
    this.#cache[place] = text
    return text
  }

  #decode(bytes: Uint8Array, start: number, end: number): string {
    let text = ''
    let plainFrom = start
    let page = '1'
    let damaged = false
    const flush = (to: number) => {
      if (to > plainFrom) text += this.#raw(bytes.subarray(plainFrom, to))
    }
    for (let at = start; at < end; ) {
      const byte = bytes[at]
      if (byte === QUOTE) {
        flush(at + 1)
        at += bytes[at + 1] === QUOTE ? 2 : 1
      } else if (byte === BACKSLASH) {
        flush(at)
        const read = readEscape(bytes, at, end, page)
        text += read.text
        page = read.page ?? page
        damaged ||= read.damaged
        at = read.next
      } else {
        at++
        continue
      }
      plainFrom = at
    }
    flush(end)
    const whole = text.toWellFormed()
    if (damaged || whole !== text) this.damaged++
    return whole.replaceAll('\0', REPLACEMENT)
  }

  #raw(bytes: Uint8Array): string {
    if (bytes.every((byte) => byte < 0x80)) return asciiText(bytes, 0, bytes.length)
    try {
      return this.#utf8.decode(bytes)
    } catch {
      return this.#windows.decode(bytes)
    }
  }
}

interface Escape {
  text: string
  next: number
  damaged: boolean
  /** the part of ISO 8859 that `\S\` uses from here on */
  page?: string
}

function readEscape(bytes: Uint8Array, at: number, end: number, page: string): Escape {
  const kind = at + 1 < end ? (bytes[at + 1] ?? 0) : 0
  const closes = (offset: number) => at + offset < end && bytes[at + offset] === BACKSLASH
  if (kind === BACKSLASH) return { text: '\\', next: at + 2, damaged: false }
  if (kind === 0x53 && closes(2) && at + 3 < end)
    return { text: upperHalf(bytes[at + 3] ?? 0, page), next: at + 4, damaged: false }
  if (kind === 0x50 && closes(3)) {
    const letter = (bytes[at + 2] ?? 0) - 0x40
    const known = letter >= 1 && letter <= 9
    return { text: '', next: at + 4, damaged: !known, page: known ? String(letter) : page }
  }
  if (kind === 0x58 && closes(2)) {
    const code = hexNumber(bytes, at + 3, Math.min(at + 5, end), 2)
    if (code >= 0) return { text: String.fromCharCode(code), next: at + 5, damaged: false }
  }
  if (kind === 0x58 && closes(3) && (bytes[at + 2] === 0x32 || bytes[at + 2] === 0x34))
    return readCodes(bytes, at + 4, end, bytes[at + 2] === 0x32 ? 4 : 8)
  // A lone backslash, as written by programs that ignore the standard (paths, line breaks as \n).
  return { text: '\\', next: at + 1, damaged: false }
}

/** Decodes `\X2\…\X0\` and `\X4\…\X0\`: runs of 4 or 8 hexadecimal digits. */
function readCodes(bytes: Uint8Array, from: number, end: number, digits: 4 | 8): Escape {
  let text = ''
  let at = from
  for (; at + digits <= end; at += digits) {
    const code = hexNumber(bytes, at, at + digits, digits)
    if (code < 0) break
    if (digits === 4) text += String.fromCharCode(code)
    else text += code <= 0x10ffff ? String.fromCodePoint(code) : REPLACEMENT
  }
  const closed = bytes[at] === BACKSLASH && bytes[at + 1] === 0x58 && bytes[at + 2] === 0x30 && at + 3 < end
  if (closed && bytes[at + 3] === BACKSLASH) return { text, next: at + 4, damaged: false }
  return { text: text + REPLACEMENT, next: at, damaged: true }
}

/** Parses exactly `digits` hexadecimal digits, -1 for anything else. */
function hexNumber(bytes: Uint8Array, from: number, to: number, digits: number): number {
  if (to - from !== digits) return -1
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = HEX[bytes[at] ?? 0] ?? -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

function upperHalf(byte: number, page: string): string {
  const code = (byte & 0x7f) | 0x80
  if (page === '1') return String.fromCharCode(code)
  return new TextDecoder(`iso-8859-${page}`).decode(Uint8Array.of(code))
}

function sameText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let at = start; at < end; at++) if (text.charCodeAt(at - start) !== bytes[at]) return false
  return true
}

/** Up to this length, building a string from character codes is faster than TextDecoder. */
const SHORT = 64
const latin = new TextDecoder('latin1')
const codes: number[] = []

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return latin.decode(bytes.subarray(start, end))
  codes.length = end - start
  for (let at = start; at < end; at++) codes[at - start] = bytes[at] ?? 0
  return String.fromCharCode.apply(null, codes)
}
