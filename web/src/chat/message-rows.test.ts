import { expect, test } from 'vitest'
import {
  countRows,
  findAnchorRow,
  findUnreadRow,
  listPagesAround,
  MESSAGES_PER_PAGE,
} from './message-rows.ts'

test('The pages around the visible rows are fetched, within the bounds of the conversation', () => {
  expect(listPagesAround(0, 10, 100_000)).toEqual([0])
  expect(listPagesAround(99_990, 99_999, 100_000)).toEqual([1999])
  expect(listPagesAround(99_960, 99_999, 100_000)).toEqual([1998, 1999])
  expect(listPagesAround(505, 520, 100_000)).toEqual([9, 10, 11])
  expect(listPagesAround(0, 0, 0)).toEqual([0])
  expect(listPagesAround(0, 5, 6)).toEqual([0])
})

test('Any visible range needs at most three pages', () => {
  for (let first = 0; first < 1000; first += 7)
    expect(listPagesAround(first, first + 20, 1000).length).toBeLessThanOrEqual(
      Math.ceil((20 + 61) / MESSAGES_PER_PAGE) + 1,
    )
})

test('The anchor is the first measured row in view, or the first row when none is measured', () => {
  const range = { startIndex: 40, endIndex: 55 }
  expect(findAnchorRow(range, (row) => row >= 50)).toBe(50)
  expect(findAnchorRow(range, () => true)).toBe(40)
  expect(findAnchorRow(range, () => false)).toBe(40)
})

test('Newest messages without their text have no row yet; a conversation not loaded at all has a row for each', () => {
  expect(countRows(103, (row) => row < 101)).toBe(101)
  expect(countRows(103, (row) => row < 103)).toBe(103)
  expect(countRows(103, () => false)).toBe(103)
  expect(countRows(0, () => false)).toBe(0)
})

test('The "New" separator stands before the first unread message', () => {
  expect(findUnreadRow({ unread: 3, read_position: 7 })).toBe(7)
  expect(findUnreadRow({ unread: 0, read_position: 7 })).toBeNull()
})
