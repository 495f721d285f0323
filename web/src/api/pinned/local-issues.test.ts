import type { CustomField, CustomValue } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueFilter, IssueOrder } from '@plumbline/contract/issues/filter'
import { builtInVocabulary } from '@plumbline/contract/projects/vocabulary'
import { expect, test } from 'vitest'
import {
  filterLocalIssues,
  type LocalContext,
  type PinnedRow,
  sortLocalIssues,
  sortLocalTerms,
} from './local-issues.ts'

const context: LocalContext = {
  me: 'me',
  zone: 'America/New_York',
  // already the 12th in London, still the 11th in New York
  now: Date.parse('2026-03-12T02:00:00Z'),
  ranks: new Map([
    ['basement', 0],
    ['roof', 1],
    ['ann', 2],
    ['bob', 3],
  ]),
  own: new Map(),
  terms: sortLocalTerms(builtInVocabulary),
}

const row = (number: number, values: Partial<PinnedRow> = {}): PinnedRow =>
  ({
    id: `id-${number}`,
    number,
    name: `Issue ${number}`,
    description: '',
    status: 'OPEN',
    priority: 'MEDIUM',
    type: 'DEFECT',
    trade: 'GENERAL',
    source: 'MANUAL',
    labels: [],
    watcher_ids: [],
    anchors: [],
    assignee_id: null,
    created_by: null,
    level_id: null,
    section_id: null,
    due_date: null,
    stage: null,
    estimate_hours: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:00:00Z',
    closed_at: null,
    ...values,
  }) as PinnedRow

const numbers = (rows: readonly PinnedRow[], filter: Partial<IssueFilter>) =>
  filterLocalIssues(rows, filter as IssueFilter, context).map(({ number }) => number)

test('Words are found as prefixes in title and description, numbers by #, and text with punctuation as it stands', () => {
  const rows = [
    row(1, { name: 'Crack in the slab' }),
    row(2, { description: 'Slabs are cracked' }),
    row(3, { name: '0% done_' }),
  ]
  expect(numbers(rows, { q: 'crack slab' })).toEqual([1, 2])
  expect(numbers(rows, { q: 'rack' })).toEqual([])
  expect(numbers(rows, { q: '#2' })).toEqual([2])
  expect(numbers(rows, { q: '0% d' })).toEqual([3])
})

test('Values of a field are alternatives, fields must all match, and me and none mean the caller and nobody', () => {
  const rows = [
    row(1, { status: 'CLOSED', assignee_id: 'me' }),
    row(2, { priority: 'HIGH', watcher_ids: ['me'] }),
    row(3, { assignee_id: 'other', labels: ['wet, cold'] }),
  ]
  expect(numbers(rows, { status: ['OPEN', 'CLOSED'], assignee_id: ['me', 'none'] })).toEqual([1, 2])
  expect(numbers(rows, { priority: ['HIGH'], status: ['CLOSED'] })).toEqual([])
  expect(numbers(rows, { watcher_id: ['me'] })).toEqual([2])
  expect(numbers(rows, { label: 'wet%2C cold,dry' })).toEqual([3])
  expect(numbers(rows, { number: '1,3-9' })).toEqual([1, 3])
})

test('The values of a field that `not` names are excluded', () => {
  const rows = [
    row(1, { status: 'CLOSED', assignee_id: 'me' }),
    row(2, { watcher_ids: ['me'], labels: ['wet'] }),
    row(3, { assignee_id: 'other' }),
  ]
  expect(numbers(rows, { status: ['CLOSED'], not: ['status'] })).toEqual([2, 3])
  expect(numbers(rows, { assignee_id: ['me', 'none'], not: ['assignee_id'] })).toEqual([3])
  expect(numbers(rows, { watcher_id: ['me'], label: 'wet', not: ['watcher_id', 'label'] })).toEqual([1, 3])
  expect(numbers(rows, { status: ['CLOSED'], not: ['label'] })).toEqual([1])
})

test('Due dates are days of the project, and only open issues are overdue', () => {
  const rows = [
    row(1, { due_date: '2026-03-10' }),
    row(2, { due_date: '2026-03-10', status: 'CLOSED' }),
    row(3, { due_date: '2026-03-11' }),
    row(4, { due_date: '2026-03-18' }),
    row(5, { due_date: '2026-03-19' }),
    row(6),
  ]
  expect(numbers(rows, { due: 'overdue' })).toEqual([1])
  expect(numbers(rows, { due: 'today' })).toEqual([3])
  expect(numbers(rows, { due: 'next_7_days' })).toEqual([3, 4])
  expect(numbers(rows, { due: 'none' })).toEqual([6])
  expect(numbers(rows, { due_from: '2026-03-18' })).toEqual([4, 5])
})

test('Issues without a value come last in both directions, and groups come before the order', () => {
  const rows = [
    row(1, { level_id: 'roof', priority: 'LOW' }),
    row(2),
    row(3, { level_id: 'basement', priority: 'CRITICAL' }),
  ]
  const order = (...args: [Parameters<typeof sortLocalIssues>[1], Parameters<typeof sortLocalIssues>[2]?]) =>
    sortLocalIssues(rows, args[0], args[1], context).map(({ number }) => number)
  expect(order('level')).toEqual([3, 1, 2])
  expect(order('-level')).toEqual([1, 3, 2])
  expect(order('-number')).toEqual([3, 2, 1])
  // critical issues first
  expect(order('number', 'priority')).toEqual([3, 2, 1])
})

test('Ten thousand issues are searched and ordered in one go', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => row(index + 1, { name: `Wall ${index % 97}` }))
  const found = filterLocalIssues(many, { q: 'wall 42' } as IssueFilter, context)
  expect(sortLocalIssues(found, '-number', undefined, context)[0]?.number).toBe(9937)
})

test('Conditions of the project’s custom fields keep the issues that the server would keep', () => {
  const [cause, cost] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b']
  const rows = [
    row(1, { custom_fields: { [cause]: 'rain', [cost]: 5 } }),
    row(2, { custom_fields: { [cause]: 'frost', [cost]: -5 } }),
    row(3, { custom_fields: {} }),
    row(4),
  ]
  expect(numbers(rows, { custom_fields: `${cause}:any:rain,none` })).toEqual([1, 3, 4])
  expect(numbers(rows, { custom_fields: `${cause}:not:rain` })).toEqual([2, 3, 4])
  expect(numbers(rows, { custom_fields: `${cost}:from:-5;${cost}:to:0` })).toEqual([2])
  expect(numbers(rows, { custom_fields: `${cause}:contains:RA` })).toEqual([1])
})

test('Orders and groups by custom fields follow their kinds, and issues without a value come last', () => {
  const id = '0190a000-0000-7000-8000-00000000000a'
  const order = (kind: CustomField['kind'], values: (CustomValue | undefined)[], isGroup = false) => {
    const choices = ['wet', 'dry'].map((each) => ({ id: each, name: each, archived: false }))
    const field = { id, kind, choices } as unknown as CustomField
    const rows = values.map((value, index) =>
      row(index + 1, value === undefined ? {} : { custom_fields: { [id]: value } }),
    )
    const key = buildCustomKey(id)
    const own = { ...context, own: new Map([[id, field]]) }
    const sorted = (by: IssueOrder) => sortLocalIssues(rows, by, isGroup ? key : undefined, own)
    return isGroup
      ? sorted('-number').map(({ number }) => number)
      : [sorted(key), sorted(`-${key}`)].map((list) => list.map(({ number }) => number))
  }
  expect(order('CHOICE', ['dry', undefined, 'wet'])).toEqual([
    [3, 1, 2],
    [1, 3, 2],
  ])
  expect(order('PERSON', ['gone', 'bob', 'ann'])[0]).toEqual([3, 2, 1])
  expect(order('TEXT', ['Axis 10', 'axis 9', 'Ärmel'])[0]).toEqual([3, 2, 1])
  expect(order('NUMBER', [5, -5, undefined])[0]).toEqual([2, 1, 3])
  expect(order('DATE', ['2026-02-01', '2025-12-31'])[0]).toEqual([2, 1])
  expect(order('CHECKBOX', [undefined, true, undefined, true], true)).toEqual([4, 2, 3, 1])
})

test('Types are sorted in the project’s order, including its own', () => {
  const rows = (['DEFECT', 'OWN_1', 'TASK', 'OWN_2'] as const).map((type, index) => row(index + 1, { type }))
  const sort = (order: string[]) => {
    const type = { ...builtInVocabulary.type, own: ['OWN_1' as const, 'OWN_2' as const], order }
    const terms = sortLocalTerms({ ...builtInVocabulary, type })
    return sortLocalIssues(rows, 'type', undefined, { ...context, terms }).map((each) => each.type)
  }
  expect(sort([])).toEqual(['DEFECT', 'TASK', 'OWN_1', 'OWN_2'])
  expect(sort(['OWN_2', 'TASK'])).toEqual(['OWN_2', 'TASK', 'DEFECT', 'OWN_1'])
})
