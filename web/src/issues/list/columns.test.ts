import { expect, test } from 'vitest'
import {
  columnText,
  moved,
  nextSort,
  readColumns,
  resized,
  toggled,
  usualColumns,
  writeColumns,
} from './columns.ts'

test('Columns survive formatting and parsing, and unknown columns are dropped', () => {
  const chosen = resized(toggled(usualColumns, 'picture'), 'status', 200)
  expect(writeColumns(chosen)).toContain('title,status.200,priority')
  expect(writeColumns(chosen)).not.toContain('picture')
  expect(readColumns(writeColumns(chosen))).toEqual(chosen)
  expect(readColumns('moon,status.9999,due.x')?.map(({ id, width }) => [id, width])).toEqual([
    ['title', null],
    ['status', 120],
    ['due', 104],
  ])
  expect(columnText(chosen)).toBe(writeColumns(chosen))
  expect(columnText([...usualColumns])).toBe('')
  expect(readColumns('moon')).toBeNull()
  expect(readColumns(null)).toBeNull()
})

test('Columns move by one position within the list, and widths are clamped', () => {
  const columns = readColumns('title,status,due') ?? []
  const ids = (list: typeof columns) => list.map(({ id }) => id).join()
  expect(ids(moved(columns, 'due', -1))).toBe('title,due,status')
  expect(ids(moved(columns, 'title', -1))).toBe('title,status,due')
  expect(ids(moved(columns, 'due', 1))).toBe('title,status,due')
  expect(resized(columns, 'status', 3)[1]?.width).toBe(48)
  expect(resized(columns, 'status', 9999)[1]?.width).toBe(800)
})

test('nextSort cycles through both directions and back to the default', () => {
  expect(nextSort('due', undefined)).toBe('due_date')
  expect(nextSort('due', 'due_date')).toBe('-due_date')
  expect(nextSort('due', '-due_date')).toBeUndefined()
  expect(nextSort('priority', 'name')).toBe('-priority')
  expect(nextSort('comments', 'name')).toBe('name')
})
