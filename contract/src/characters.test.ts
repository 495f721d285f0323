import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cutText, isText, LINE, repairLine, repairText, TEXT } from './characters.ts'
import { Line, PersonName } from './fields.ts'

const ends = ['\n', '\r\n', '\r', '\u000b', '\f', '\u0085', '\u2028', '\u2029']

test.each(ends)('A line with the line break %j is refused', (end) => {
  expect(LINE.test(`a${end}b`)).toBe(false)
  expect(z.safeParse(PersonName, `Ana${end}Bcc: b@example.com`).success).toBe(false)
  expect(repairLine(`a${end}b`)).toBe('a b')
})

test('Text with lone surrogates or control characters is refused, line breaks and tabs are allowed', () => {
  for (const bad of ['\u0000', '\u0007', '\u001b', '\u007f', '\u009f', '\ud83d', '\ude00\ud83d']) {
    expect([bad, isText(`a${bad}b`), TEXT.test(`a${bad}b`)]).toEqual([bad, false, false])
    expect(isText(repairText(`a${bad}b`))).toBe(true)
  }
  for (const good of ['a\tb', 'a\nb', 'a\r\nb', '😀', 'ü', '\u200d'])
    expect([good, isText(good), TEXT.test(good)]).toEqual([good, true, true])
})

test('The patterns match ten million characters without a stack overflow', () => {
  const long = 'a😀'.repeat(3_000_000)
  expect([TEXT.test(long), LINE.test(long), isText(long)]).toEqual([true, true, true])
})

test('cutText counts code points and never splits one', () => {
  expect(z.safeParse(Line(1, 3), '😀😀😀').success).toBe(true)
  expect(z.safeParse(Line(1, 3), '😀😀😀😀').success).toBe(false)
  expect(z.safeParse(PersonName, '😀').success).toBe(false)
  expect(cutText('a😀b😀', 2)).toBe('a😀')
  expect(cutText('abc', 5)).toBe('abc')
})
