import { expect, test } from 'vitest'
import { parseAddresses, withoutAddresses } from './addresses.ts'

test.each([
  ['a@x.com', ['a@x.com'], []],
  ['a@x.com, B@X.com;c@x.com\nd@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com'], []],
  ['a@x.com b@x.com', ['a@x.com', 'b@x.com'], []],
  ['"Ines Okafor" <ines@x.com>, Jan de Vries <jan@x.com>', ['ines@x.com', 'jan@x.com'], []],
  ['a@x.com, a@x.com, A@x.com', ['a@x.com'], []],
  ['ines@x, jan', [], ['ines@x', 'jan']],
  ['  \n , ;', [], []],
])('%o', (input, valid, invalid) => {
  expect(parseAddresses(input)).toEqual({ valid, invalid })
})

test('A list drops finished addresses and keeps the rest, including invalid ones', () => {
  const typed = 'Jan <jan@x.com>; a@x.com, not one\nb@x.com'
  expect(withoutAddresses(typed, new Set(['jan@x.com', 'b@x.com']))).toBe('a@x.com\nnot one')
})
