import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { applyEditsToColumns, buildColumnChanges, explainColumnRefusal } from './board-columns.ts'

const row = (id: string, fields: Partial<IssueRow> = {}) =>
  ({ id, status: 'OPEN', created_by: 'ann', assignee_id: null, resolved_by: null, ...fields }) as IssueRow
const relationAs = (permission_level: 'VIEWER' | 'CONTRIBUTOR' | 'EDITOR') => ({
  user_id: 'bob',
  permission_level,
})
const people = new Set(['bob'])

test('explainColumnRefusal names the reason why a card cannot be moved to a column', () => {
  const open = row('1')
  expect(explainColumnRefusal(relationAs('EDITOR'), open, 'status', 'IN_PROGRESS', people)).toBeNull()
  expect(explainColumnRefusal(relationAs('EDITOR'), open, 'status', 'RESOLVED', people)).toBeNull()
  expect(explainColumnRefusal(relationAs('EDITOR'), open, 'status', 'CLOSED', people)).toBe('NO_SUCH_MOVE')
  expect(explainColumnRefusal(relationAs('CONTRIBUTOR'), open, 'status', 'IN_PROGRESS', people)).toBe(
    'NOT_YOURS',
  )
  expect(explainColumnRefusal(relationAs('VIEWER'), open, 'priority', 'HIGH', people)).toBe('LEVEL')
  expect(explainColumnRefusal(relationAs('EDITOR'), open, 'assignee', 'former', people)).toBe('CANNOT_ASSIGN')
  expect(explainColumnRefusal(relationAs('EDITOR'), open, 'assignee', null, people)).toBeNull()
  expect(buildColumnChanges('level', null)).toEqual({ level_id: null })
})

test('A card with an optimistic edit is listed and counted in its new column', () => {
  const columns = [
    { key: 'OPEN', total: 30, items: [row('1'), row('2')] },
    { key: 'RESOLVED', total: 4, items: [row('3', { status: 'RESOLVED' })] },
  ]
  const shown = (each: IssueRow) => (each.id === '2' ? { ...each, status: 'RESOLVED' as const } : each)
  const settled = applyEditsToColumns(columns, 'status', shown)
  expect(settled.map(({ total, items }) => [total, items.map(({ id }) => id)])).toEqual([
    [29, ['1']],
    [5, ['2', '3']],
  ])
  expect(applyEditsToColumns(columns, 'status', (each) => each)).toEqual(columns)
})
