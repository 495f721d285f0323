import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import {
  deduplicateRows,
  ISSUE_PAGE_SIZE,
  type IssuePage,
  insertPages,
  listPagesInView,
} from './issue-pages.ts'

const page = (from: number, next: string | null, length = ISSUE_PAGE_SIZE): IssuePage => ({
  items: Array.from({ length }, (_, index) => ({ id: `i${from + index}` }) as IssueRow),
  total: 1000,
  next,
})

test('listPagesInView requests only visible pages, and the next one ahead of time', () => {
  expect(listPagesInView(0, 20, [])).toEqual([{ index: 0, after: null }])
  const three = [page(0, 'a'), page(100, 'b'), page(200, 'c')]
  expect(listPagesInView(0, 20, three)).toEqual([{ index: 0, after: null }])
  expect(listPagesInView(150, 170, three).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(listPagesInView(250, 290, three)).toEqual([
    { index: 0, after: null },
    { index: 2, after: 'b' },
    { index: 3, after: 'c' },
  ])
  // scrolled far ahead: pages are loaded in sequence
  expect(listPagesInView(900, 930, three)).toEqual([
    { index: 0, after: null },
    { index: 3, after: 'c' },
  ])
})

test('Loaded pages are inserted by index, and the last page truncates the list', () => {
  const first = page(0, 'a')
  const second = page(100, 'b')
  const wanted = [
    { index: 0, after: null },
    { index: 1, after: 'a' },
  ]
  expect(insertPages([], wanted, [first, undefined])).toEqual([first])
  const both = insertPages([first], wanted, [first, second])
  expect(both).toEqual([first, second])
  expect(insertPages(both, wanted, [first, second])).toBe(both)
  const ended = insertPages(both, wanted, [page(0, null, 40), undefined])
  expect(deduplicateRows(ended)).toHaveLength(40)
})

test('An issue that moved to another page is listed once', () => {
  const rows = deduplicateRows([page(0, 'a'), page(99, null)])
  expect(rows).toHaveLength(199)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(199)
})
