import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import {
  applyCheckboxes,
  buildSelectionBody,
  buildSelectionFilter,
  countSelected,
  emptySelection,
  type IssueSelection,
  listSelectedRowIds,
} from './selection.ts'

const row = (number: number) => ({ id: `i${number}`, number }) as IssueRow
const rows = [row(1), row(2), row(3)]

test('Selecting and deselecting rows keeps the selection of rows that are no longer loaded', () => {
  const two = applyCheckboxes(emptySelection, rows, new Set(['i1', 'i3']))
  expect(countSelected(two)).toBe(2)
  const scrolled = applyCheckboxes(two, [row(4)], new Set(['i4']))
  expect([...listSelectedRowIds(scrolled, rows)]).toEqual(['i1', 'i3', 'i4'])
  expect(countSelected(applyCheckboxes(scrolled, rows, new Set()))).toBe(1)
  expect(buildSelectionBody(scrolled, { status: 'OPEN' })).toEqual({ ids: ['i1', 'i3', 'i4'] })
  expect(buildSelectionFilter(scrolled, { status: 'OPEN' })).toEqual({ number: '1,3,4' })
})

test('Selecting all selects the filter; deselecting one row leaves the loaded rows selected', () => {
  const all: IssueSelection = { kind: 'all', total: 3412 }
  expect(countSelected(all)).toBe(3412)
  expect(buildSelectionBody(all, { status: 'OPEN' })).toEqual({ filter: 'status=OPEN' })
  expect(buildSelectionFilter(all, { status: 'OPEN' })).toEqual({ status: 'OPEN' })
  expect(countSelected(applyCheckboxes(all, rows, new Set(['i1', 'i2'])))).toBe(2)
})

test('A selection too long for a URL cannot be exported', () => {
  const numbers = new Map(Array.from({ length: 4000 }, (_, index) => [`i${index}`, 100_000 + index]))
  expect(buildSelectionFilter({ kind: 'some', numbers }, {})).toBeNull()
})
