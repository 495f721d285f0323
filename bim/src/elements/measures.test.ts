import { expect, test } from 'vitest'
import { getDimension, parseMeasure, parseRatingMinutes, parseSortNumber, toBaseUnit } from './measures.ts'

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
  expect(parseRatingMinutes(text)).toBe(minutes)
})

test.each(['', 'none', 'D01', 'Level 2', 'W12', 'E3', 'F 1', 'Rev 30', 'EI', '-/-/-', 'EI 30 '.repeat(20)])(
  '%s is not a rating',
  (text) => {
    expect(parseRatingMinutes(text)).toBe(null)
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
  expect(toBaseUnit(900, 'mm')).toBeCloseTo(toBaseUnit(0.9, 'm'))
  expect(toBaseUnit(1, 'ft')).toBeCloseTo(toBaseUnit(12, 'in'))
  expect(toBaseUnit(20, '°C')).toBeCloseTo(toBaseUnit(68, '°F'))
  expect(toBaseUnit(7, 'furlong')).toBe(7)
  expect([getDimension('mm'), getDimension('m²'), getDimension('furlong')]).toEqual([
    'length',
    'area',
    'furlong',
  ])
})

test('a text is a number only if all of it is numeric', () => {
  expect(['12', ' 1,5 ', 'EI 30', '12 doors', 'A1'].map(parseSortNumber)).toEqual([12, 1.5, 30, null, null])
})
