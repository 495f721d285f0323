import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { findNeighbours } from './find-neighbours.ts'

const rows = [30, 20, 10].map((number) => ({ number }) as IssueRow)

test('findNeighbours finds the issues before and after the open one', () => {
  expect(findNeighbours(rows, 20, -1)).toEqual({ place: 1, previous: 30, next: 10 })
  expect(findNeighbours(rows, 30, -1)).toEqual({ place: 0, previous: null, next: 20 })
  expect(findNeighbours(rows, 10, -1)).toEqual({ place: 2, previous: 20, next: null })
})

test('An issue that leaves the filter while it is open keeps its place between its neighbours', () => {
  const without = rows.filter(({ number }) => number !== 20)
  expect(findNeighbours(without, 20, 1)).toEqual({ place: 1, previous: 30, next: 10 })
})

test('An issue that was never in the list has no neighbours', () => {
  expect(findNeighbours(rows, 99, -1)).toEqual({ place: -1, previous: null, next: null })
})
