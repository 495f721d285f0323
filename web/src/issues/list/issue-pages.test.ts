import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { PAGE, type Page, pagesInSight, rowsOf, withAnswers } from './issue-pages.ts'

const page = (from: number, next: string | null, length = PAGE): Page => ({
  items: Array.from({ length }, (_, index) => ({ id: `i${from + index}` }) as IssueRow),
  total: 1000,
  next,
})

test('pagesInView requests only visible pages, and the next one ahead of time', () => {
  expect(pagesInSight(0, 20, [])).toEqual([{ index: 0, after: null }])
  const three = [page(0, 'a'), page(100, 'b'), page(200, 'c')]
  expect(pagesInSight(0, 20, three)).toEqual([{ index: 0, after: null }])
  expect(pagesInSight(150, 170, three).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(pagesInSight(250, 290, three)).toEqual([
    { index: 0, after: null },
    { index: 2, after: 'b' },
    { index: 3, after: 'c' },
  ])
  // scrolled far ahead: pages are loaded one after the other
  expect(pagesInSight(900, 930, three)).toEqual([
    { index: 0, after: null },
    { index: 3, after: 'c' },
  ])
})

test('Loaded pages are inserted by index, and the last page truncates the list', () => {
  const [first, second] = [page(0, 'a'), page(100, 'b')]
  const wanted = [
    { index: 0, after: null },
    { index: 1, after: 'a' },
  ]
  expect(withAnswers([], wanted, [first, undefined])).toEqual([first])
  const both = withAnswers([first], wanted, [first, second])
  expect(both).toEqual([first, second])
  expect(withAnswers(both, wanted, [first, second])).toBe(both)
  const ended = withAnswers(both, wanted, [page(0, null, 40), undefined])
  expect(rowsOf(ended)).toHaveLength(40)
})

test('An issue that moved to another page is listed once', () => {
  const rows = rowsOf([page(0, 'a'), page(99, null)])
  expect(rows).toHaveLength(199)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(199)
})
