import { expect, test } from 'vitest'
import { inheritRowKeys } from './inherit-row-keys.ts'

const before = new Map([
  ['a', '0 a'],
  ['b', '0 b'],
  ['c', '0 c'],
])

test('Rows of a new result take the keys of removed rows, and remaining rows keep their own', () => {
  expect([...inheritRowKeys(before, ['x', 'b', 'y', 'z'])]).toEqual([
    ['x', '0 a'],
    ['b', '0 b'],
    ['y', '0 c'],
  ])
})

test('No two rows of a result have the same key', () => {
  const keys = [...inheritRowKeys(before, ['c', 'x', 'a', 'y']).values()]
  expect(new Set(keys).size).toBe(keys.length)
})
