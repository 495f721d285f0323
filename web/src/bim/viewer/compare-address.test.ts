import { expect, test } from 'vitest'
import { formatComparison, parseComparison } from './compare-address.ts'

test('A comparison is read from its address, including addresses of earlier releases', () => {
  for (const each of [
    { from: 'a', to: 'b', file: 'f' },
    { from: null, to: 'b', file: 'f' },
    { from: 'a', to: 'b', file: null },
  ])
    expect(parseComparison(formatComparison(each))).toEqual(each)
  expect(parseComparison('..b')).toEqual({ from: null, to: 'b', file: null })
  expect([parseComparison(undefined), parseComparison('a..'), parseComparison('')]).toEqual([
    null,
    null,
    null,
  ])
})
