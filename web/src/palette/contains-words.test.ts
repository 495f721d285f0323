import { expect, test } from 'vitest'
import { containsWords } from './contains-words.ts'

test('Words match in any order, ignoring case and accents', () => {
  expect(containsWords('Hôpital Lariboisière, Bâtiment B', 'batiment hop')).toBe(true)
  expect(containsWords('Bürogebäude', 'burogeb')).toBe(true)
  expect(containsWords('Harbour School', 'school north')).toBe(false)
  expect(containsWords('Harbour School', '  ')).toBe(true)
})
