import { expect, test } from 'vitest'
import { removeExcess } from './limit-characters.ts'

test('A text within the limit stays, however many UTF-16 units its characters take', () => {
  expect(removeExcess('abc', 3, 3)).toBe(null)
  expect(removeExcess('😀😀😀', 6, 3)).toBe(null)
})

test('A paste beyond the limit is cut after whole characters', () => {
  expect(removeExcess('ab😀😀', 6, 3)).toEqual({ value: 'ab😀', cursor: 4 })
})

test('Typing into a full text is dropped, and the end of the text stays', () => {
  expect(removeExcess('aXbc', 2, 3)).toEqual({ value: 'abc', cursor: 1 })
})
