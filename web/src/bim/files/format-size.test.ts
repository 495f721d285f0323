import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [0, '0 kB'],
  [12, '1 kB'],
  [2_400, '2 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [2_400_000, '2.4 MB'],
  [240_000_000, '240 MB'],
])('formatSize formats %i bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
