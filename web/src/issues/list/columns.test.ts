import { expect, test } from 'vitest'
import {
  buildOwnColumn,
  computeNextSort,
  defaultColumns,
  formatColumns,
  formatCustomColumns,
  isClipped,
  moveColumn,
  parseColumns,
  resizeColumn,
  toggleColumn,
} from './columns.ts'

test('Formatted columns are parsed back unchanged, and unknown columns are dropped', () => {
  const chosen = resizeColumn(toggleColumn(defaultColumns, 'picture'), 'status', 200)
  expect(formatColumns(chosen)).toContain('title,status.200,priority')
  expect(formatColumns(chosen)).not.toContain('picture')
  expect(parseColumns(formatColumns(chosen))).toEqual(chosen)
  expect(parseColumns('moon,status.9999,due.x')?.map(({ id, width }) => [id, width])).toEqual([
    ['title', null],
    ['status', 120],
    ['due', 104],
  ])
  expect(formatCustomColumns(chosen)).toBe(formatColumns(chosen))
  expect(formatCustomColumns([...defaultColumns])).toBe('')
  expect(parseColumns('moon')).toBeNull()
  expect(parseColumns(null)).toBeNull()
})

test('Columns move by one position within the list, and widths are clamped', () => {
  const columns = parseColumns('title,status,due') ?? []
  const ids = (list: typeof columns) => list.map(({ id }) => id).join()
  expect(ids(moveColumn(columns, 'due', -1))).toBe('title,due,status')
  expect(ids(moveColumn(columns, 'title', -1))).toBe('title,status,due')
  expect(ids(moveColumn(columns, 'due', 1))).toBe('title,status,due')
  expect(resizeColumn(columns, 'status', 3)[1]?.width).toBe(48)
  expect(resizeColumn(columns, 'status', 9999)[1]?.width).toBe(800)
})

test('Cells with content that may exceed their column are clipped: names at any width, dates in a narrowed column', () => {
  const clipped = (text: string) => parseColumns(text)?.filter(isClipped).map(formatColumn)
  const formatColumn = ({ id, width }: { id: string; width: number | null }) => `${id}.${width}`
  expect(clipped('title,due,trade,level.300,labels')).toEqual(['trade.136', 'level.300', 'labels.176'])
  expect(clipped('title.200,due.60,number.48,updated.200')).toEqual(['due.60', 'number.48'])
})

test('computeNextSort cycles through both directions and back to the default', () => {
  expect(computeNextSort('due', undefined)).toBe('due_date')
  expect(computeNextSort('due', 'due_date')).toBe('-due_date')
  expect(computeNextSort('due', '-due_date')).toBeUndefined()
  expect(computeNextSort('priority', 'name')).toBe('-priority')
  expect(computeNextSort('comments', 'name')).toBe('name')
})

test('A column of the project’s custom field is parsed with its width, and a malformed one dropped', () => {
  const id = buildOwnColumn('0190a000-0000-7000-8000-00000000000a')
  const shown = resizeColumn(toggleColumn(defaultColumns, id), id, 200)
  expect(parseColumns(formatColumns(shown))).toEqual(shown)
  expect(parseColumns('title,own-x,own-')?.map((column) => column.id)).toEqual(['title'])
  const key = 'custom_fields.0190a000-0000-7000-8000-00000000000a'
  expect(computeNextSort(id, '-number')).toBe(key)
  expect(computeNextSort(id, key)).toBe(`-${key}`)
})
