import { expect, test } from 'vitest'
import { withoutExcess } from './limit-characters.ts'

test('a text that fits stays, however many units its characters have', () => {
  expect(withoutExcess('abc', 3, 3)).toBe(null)
  expect(withoutExcess('😀😀😀', 6, 3)).toBe(null)
})

test('what is pasted beyond the end is left out, whole characters at a time', () => {
  expect(withoutExcess('ab😀😀', 6, 3)).toEqual({ value: 'ab😀', cursor: 4 })
})

test('what is typed into a full text is left out, and its end stays', () => {
  expect(withoutExcess('aXbc', 2, 3)).toEqual({ value: 'abc', cursor: 1 })
})
