import { expect, test } from 'vitest'
import { formatArea, formatDistance, formatLength, formatMeasurement } from './units.ts'

test('Lengths are formatted in metres to the millimetre, or in feet and inches to the sixteenth', () => {
  expect(formatLength(12.3456, 'METRIC', 'en')).toBe('12.346 m')
  expect(formatLength(12.3456, 'METRIC', 'de')).toBe('12,346 m')
  expect(formatLength(3.048, 'IMPERIAL', 'en')).toBe('10\' 0"')
  expect(formatLength(1.0033, 'IMPERIAL', 'en')).toBe('3\' 3 1/2"')
  expect(formatLength(0.0127, 'IMPERIAL', 'en')).toBe('0 1/2"')
  expect(formatLength(0.30479, 'IMPERIAL', 'en')).toBe('1\' 0"')
  expect(formatLength(-0.6096, 'IMPERIAL', 'en')).toBe('-2\' 0"')
})

test('Areas and angles are formatted with their own units', () => {
  expect(formatArea(9.290304, 'IMPERIAL', 'en')).toBe('100.00 ft²')
  expect(formatArea(16, 'METRIC', 'fr')).toBe('16,00 m²')
  expect(formatMeasurement({ id: 'a', kind: 'angle', points: [], angle_deg: 90 }, 'METRIC', 'en')).toBe(
    '90.0°',
  )
})

test('A distance in a sentence has no more decimals than it needs, or is in feet and inches', () => {
  expect(formatDistance(1.2, 'METRIC', 'en')).toBe('1.2 m')
  expect(formatDistance(1.2344, 'METRIC', 'de', 3)).toBe('1,234 m')
  expect(formatDistance(0.3048, 'IMPERIAL', 'en', 3)).toBe('1\' 0"')
})
