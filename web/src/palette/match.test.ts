import { expect, test } from 'vitest'
import { hasWords } from './match.ts'

test('Words match in any order, ignoring case and accents', () => {
  expect(hasWords('Hôpital Lariboisière, Bâtiment B', 'batiment hop')).toBe(true)
  expect(hasWords('Bürogebäude', 'burogeb')).toBe(true)
  expect(hasWords('Harbour School', 'school north')).toBe(false)
  expect(hasWords('Harbour School', '  ')).toBe(true)
})
