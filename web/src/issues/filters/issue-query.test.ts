import { expect, test } from 'vitest'
import { filterText, labelsOf, readQuery, writeLabels } from './issue-query.ts'

test('an address is read as the contract spells it, and what is none of it is left out', () => {
  const query = readQuery({
    q: 'duct, wall',
    status: 'OPEN,NEVER,OPEN',
    assignee_id: 'me,none,somebody',
    due: 'overdue',
    due_from: 'yesterday',
    closed_from: '2026-11-16',
    sort: '-due_date',
    layout: 'board',
    group: 'moon',
    number: '1,2,x',
  })
  expect(query).toEqual({
    filter: {
      q: 'duct, wall',
      status: 'OPEN',
      assignee_id: 'me,none',
      due: 'overdue',
      closed_from: '2026-11-16',
    },
    sort: '-due_date',
    layout: 'board',
    group: 'status',
  })
  expect(readQuery({ sort: 'moon', layout: 'moon' })).toEqual({
    filter: {},
    sort: undefined,
    layout: 'list',
    group: 'status',
  })
})

test('labels with commas stay whole, and a filter is one string', () => {
  const label = writeLabels(['Fire, smoke', 'Concrete'])
  expect(labelsOf({ label })).toEqual(['Fire, smoke', 'Concrete'])
  expect(filterText({ status: 'OPEN,CLOSED', q: 'wall & door' })).toBe('status=OPEN%2CCLOSED&q=wall+%26+door')
})
