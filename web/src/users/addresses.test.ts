import { expect, test } from 'vitest'
import { parseAddresses } from './addresses.ts'

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
