import { expect, test } from 'vitest'
import { formatAmount, formatPrice, formatStorage } from './money.ts'

test('An amount is formatted to the cent without rounding, also above 2^53 and below zero', () => {
  expect(formatAmount(1, 'EUR')).toBe('€0.01')
  expect(formatAmount(123_450, 'USD')).toBe('$1,234.50')
  expect(formatAmount(-2_900, 'GBP')).toBe('-£29.00')
  // as a binary fraction this is 90071992547409.92
  expect(formatAmount(9_007_199_254_740_991, 'EUR')).toBe('€90,071,992,547,409.91')
})

test('A price shows cents only when they are not zero', () => {
  expect(formatPrice(1500, 'EUR')).toBe('€15')
  expect(formatPrice(1550, 'EUR')).toBe('€15.50')
})

test('A storage size is formatted in the largest unit that fits', () => {
  expect([2e9, 200e6, 1e12].map(formatStorage)).toEqual(['2 GB', '200 MB', '1 TB'])
})
