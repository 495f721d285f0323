import { formatCustomFilter, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { expect, test } from 'vitest'
import {
  formatIssueFilter,
  formatLabels,
  parseIssueFilter,
  parseIssueQuery,
  parseLabels,
  setNegated,
} from './issue-query.ts'

test('parseIssueQuery keeps valid parameters and drops invalid values', () => {
  const query = parseIssueQuery({
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
  expect(parseIssueQuery({ sort: 'moon', layout: 'moon' })).toEqual({
    filter: {},
    sort: undefined,
    layout: 'list',
    group: 'status',
  })
})

test('Only parameters with values are excluded, and a parameter is excluded once', () => {
  expect(parseIssueFilter({ status: 'OPEN', not: 'status,label,moon' })).toEqual({
    status: 'OPEN',
    not: 'status',
  })
  expect(parseIssueFilter({ not: 'status' })).toEqual({})
  const filter = { status: 'OPEN', not: 'label' }
  expect(setNegated(filter, 'status', true)).toBe('label,status')
  expect(setNegated(filter, 'label', true)).toBe('label')
  expect(setNegated(filter, 'label', false)).toBe('')
})

test('Labels with commas are parsed back unchanged, and a filter is formatted as a query string', () => {
  const label = formatLabels(['Fire, smoke', 'Concrete'])
  expect(parseLabels({ label })).toEqual(['Fire, smoke', 'Concrete'])
  expect(formatIssueFilter({ status: 'OPEN,CLOSED', q: 'wall & door' })).toBe(
    'status=OPEN%2CCLOSED&q=wall+%26+door',
  )
})

test('Conditions of the project’s custom fields are kept whole, or dropped if they are none', () => {
  const conditions = [
    { field: '0190a000-0000-7000-8000-00000000000a', test: 'any', values: ['a,b;c:d%', 'none'] },
    { field: '0190a000-0000-7000-8000-00000000000b', test: 'from', values: ['-2.5'] },
  ] as const
  const custom_fields = formatCustomFilter(conditions as never)
  expect(parseIssueFilter({ custom_fields })).toEqual({ custom_fields })
  expect(parseCustomFilter(custom_fields)).toEqual(conditions)
  expect(parseIssueFilter({ custom_fields: 'cause:any:design' })).toEqual({})
})

test('A custom field is an order and a group of the list, and the board falls back to the status', () => {
  const key = 'custom_fields.0190a000-0000-7000-8000-00000000000a'
  expect(parseIssueQuery({ sort: `-${key}`, group: key })).toMatchObject({ sort: `-${key}`, listGroup: key })
  expect(parseIssueQuery({ group: key, layout: 'board' })).toMatchObject({ group: 'status' })
  expect(parseIssueQuery({ group: 'custom_fields.cause' }).listGroup).toBeUndefined()
})
