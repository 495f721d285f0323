import { describe, expect, test } from 'vitest'
import { findRowPlace, getRowKeyAction, selectRow } from './rows.ts'

const press = (key: string, more: Partial<Parameters<typeof getRowKeyAction>[0]> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: new EventTarget(),
  ...more,
})

describe('the keys of a list', () => {
  test.each([
    ['j', 4],
    ['ArrowDown', 4],
    ['K', 2],
    ['ArrowUp', 2],
    ['Home', 0],
    ['End', 9],
    ['PageDown', 9],
    ['PageUp', 0],
  ])('%s moves from row 3 to row %i', (key, to) => {
    expect(getRowKeyAction(press(key), 3, 10)).toEqual({ do: 'move', to })
  })
  test('stop at both ends', () => {
    expect(getRowKeyAction(press('j'), 9, 10)).toEqual({ do: 'move', to: 9 })
    expect(getRowKeyAction(press('k'), 0, 10)).toEqual({ do: 'move', to: 0 })
  })
  test('do nothing in an empty list', () => {
    expect(getRowKeyAction(press('j'), -1, 0)).toBe(null)
  })
  test('open and select', () => {
    expect(getRowKeyAction(press('Enter'), 3, 10)).toEqual({ do: 'open' })
    expect(getRowKeyAction(press('X', { shiftKey: true }), 3, 10)).toEqual({ do: 'select', range: true })
  })
  test('leave browser shortcuts alone', () => {
    expect(getRowKeyAction(press('k', { ctrlKey: true }), 3, 10)).toBe(null)
    expect(getRowKeyAction(press('ArrowUp', { altKey: true }), 3, 10)).toBe(null)
  })
})

describe('selecting rows', () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  test('a click toggles one row', () => {
    expect(selectRow(keys, new Set(['a']), 1, null)).toEqual(new Set(['a', 'b']))
    expect(selectRow(keys, new Set(['a', 'b']), 1, null)).toEqual(new Set(['a']))
  })
  test('a range works in both directions and takes the state of its last row', () => {
    expect(selectRow(keys, new Set(['b']), 3, 1)).toEqual(new Set(['b', 'c', 'd']))
    expect(selectRow(keys, new Set(['d']), 1, 3)).toEqual(new Set(['b', 'c', 'd']))
    expect(selectRow(keys, new Set(['b', 'c', 'd', 'e']), 3, 1)).toEqual(new Set(['e']))
  })
  test('a row that no longer exists changes nothing', () => {
    expect(selectRow(keys, new Set(['a']), 9, null)).toEqual(new Set(['a']))
  })
})

test('A chosen row is found where other rows have moved it, and its place is kept when it is gone', () => {
  expect(findRowPlace(['new', 'a', 'b'], { key: 'b', index: 1 })).toBe(2)
  expect(findRowPlace(['a', 'c'], { key: 'b', index: 1 })).toBe(1)
  expect(findRowPlace(['a'], { key: 'b', index: 1 })).toBe(0)
  expect(findRowPlace(['a', 'b'], { key: undefined, index: 0 })).toBe(0)
})
