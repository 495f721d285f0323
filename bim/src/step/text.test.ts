import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StepTextDecoder } from './text.ts'

/** Decodes a string without its quotes; raw bytes are used as they are. */
function read(written: string | Uint8Array): { text: string; damaged: number } {
  const reader = new StepTextDecoder()
  const bytes = typeof written === 'string' ? new TextEncoder().encode(written) : written
  return { text: reader.read(bytes, 0, bytes.length), damaged: reader.damaged }
}

describe('STEP strings', () => {
  it.each([
    ['plain', 'Wall-001', 'Wall-001'],
    ['doubled quotes', "O''Hara''s door", "O'Hara's door"],
    ['a backslash', 'C:\\\\models', 'C:\\models'],
    ['\\S\\ in Latin 1', 'B\\S\\|ro', 'B\u00fcro'],
    ['\\S\\ on the Cyrillic page', '\\PE\\\\S\\0', '\u0410'],
    ['\\X\\ one byte', 'Stra\\X\\DFe', 'Stra\u00dfe'],
    ['\\X2\\ two bytes', '\\X2\\58C1\\X0\\', '\u58c1'],
    ['\\X2\\ a surrogate pair', '\\X2\\D83CDFD7\\X0\\', '\u{1f3d7}'],
    ['\\X4\\ four bytes', '\\X4\\0001F3D7\\X0\\', '\u{1f3d7}'],
    ['\\X2\\ between words', 'x\\X2\\00E4\\X0\\y', 'x\u00e4y'],
    ['a line break written \\n', 'one\\ntwo', 'one\\ntwo'],
    ['raw UTF-8', 'B\u00fcro', 'B\u00fcro'],
  ])('%s is decoded', (_what, written, text) => {
    expect(read(written)).toEqual({ text, damaged: 0 })
  })

  it('raw bytes that are not valid UTF-8 are decoded as Windows-1252', () => {
    expect(read(Uint8Array.of(0x42, 0xfc, 0x72, 0x6f, 0x80)).text).toBe('B\u00fcro\u20ac')
  })

  it.each([
    ['an unpaired surrogate', 'x\\X2\\D83D\\X0\\y', 'x\ufffdy'],
    ['an escape that never closes', 'x\\X2\\00E4', 'x\u00e4\ufffd'],
    ['half a character', '\\X2\\00\\X0\\', '\ufffd00\\X0\\'],
    ['a code beyond Unicode', '\\X4\\7FFFFFFF\\X0\\', '\ufffd'],
  ])('%s is replaced by U+FFFD and counted', (_what, written, text) => {
    const result = read(written)
    expect(result.text).toBe(text)
    expect(result.text.isWellFormed()).toBe(true)
  })

  it('the damage count refers to strings, not characters', () => {
    expect(read('\\X2\\D83D\\X0\\ and \\X2\\DC00\\X0\\').damaged).toBe(1)
  })

  it('every correctly escaped string survives a round trip', () => {
    const reader = new StepTextDecoder()
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (original) => {
        fc.pre(!original.includes('\0'))
        const written = escapeText(original)
        const bytes = new TextEncoder().encode(written)
        expect(reader.read(bytes, 0, bytes.length)).toBe(original)
      }),
      { numRuns: 500 },
    )
  })

  it('the result never contains invalid Unicode or a zero byte, for any input', () => {
    const reader = new StepTextDecoder()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const text = reader.read(bytes, 0, bytes.length)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toContain('\0')
      }),
      { numRuns: 500 },
    )
  })
})

function escapeText(text: string): string {
  return [...text]
    .map((character) => {
      if (character === "'") return "''"
      if (character === '\\') return '\\\\'
      const code = character.codePointAt(0) ?? 0
      if (code >= 0x20 && code < 0x7f) return character
      return `\\X4\\${code.toString(16).toUpperCase().padStart(8, '0')}\\X0\\`
    })
    .join('')
}
