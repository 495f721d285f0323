import { expect, test } from 'vitest'
import { dimensionOf, numberOfText, parseMeasure, ratingMinutes, toBase } from './measures.ts'

test.each([
  ['EI30', 30],
  ['EI 60', 60],
  ['EI2 30-C', 30],
  ['EI₂ 30', 30],
  ['EI230', 30],
  ['EI120', 120],
  ['EI1120', 120],
  ['REI 120/M', 120],
  ['R 90', 90],
  ['F90-A', 90],
  ['T30-RS', 30],
  ['FD30S', 30],
  ['60/60/60', 60],
  ['-/120/60', 60],
  ['20 min', 20],
  ['45 MINUTES', 45],
  ['1 HR', 60],
  ['1-1/2 hr', 90],
  ['3/4 h', 45],
  ['0.5 h', 30],
])('%s is parsed as a rating of %i minutes', (text, minutes) => {
  expect(ratingMinutes(text)).toBe(minutes)
})

test.each(['', 'none', 'D01', 'Level 2', 'W12', 'E3', 'F 1', 'Rev 30', 'EI', '-/-/-', 'EI 30 '.repeat(20)])(
  '%s is not a rating',
  (text) => {
    expect(ratingMinutes(text)).toBe(null)
  },
)

test.each([
  ['900 mm', { number: 900, unit: 'mm' }],
  ['12,5 m2', { number: 12.5, unit: 'm²' }],
  ['-3', { number: -3, unit: '' }],
  ['1e3 kg', { number: 1000, unit: 'kg' }],
  ['5 sqm', { number: 5, unit: 'm²' }],
  ['EI30', null],
  ['2026-02-01', null],
  ['1.2.3', null],
  ['', null],
])('%s is parsed as a measure', (text, measure) => {
  expect(parseMeasure(text)).toEqual(measure)
})

test('units of one dimension are converted to the same base unit', () => {
  expect(toBase(900, 'mm')).toBeCloseTo(toBase(0.9, 'm'))
  expect(toBase(1, 'ft')).toBeCloseTo(toBase(12, 'in'))
  expect(toBase(20, '°C')).toBeCloseTo(toBase(68, '°F'))
  expect(toBase(7, 'furlong')).toBe(7)
  expect([dimensionOf('mm'), dimensionOf('m²'), dimensionOf('furlong')]).toEqual([
    'length',
    'area',
    'furlong',
  ])
})

test('a text is a number only if all of it is numeric', () => {
  expect(['12', ' 1,5 ', 'EI 30', '12 doors', 'A1'].map(numberOfText)).toEqual([12, 1.5, 30, null, null])
})
