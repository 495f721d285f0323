import type { Issue } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { before, changedFields, merge, without } from './conflict.ts'

const issue = {
  name: 'Crack',
  description: '',
  status: 'OPEN',
  priority: 'LOW',
  type: 'DEFECT',
  assignee_id: null,
  labels: ['Concrete', 'Urgent'],
  watcher_ids: ['ada'],
  version: 3,
} as unknown as Issue
const now = (changes: Partial<Issue>) => ({ ...issue, ...changes, version: 4 })

test('what others changed in other fields goes together with mine', () => {
  const mine = { priority: 'HIGH' } as const
  expect(merge(before(issue, mine), mine, now({ name: 'Wide crack' }))).toEqual({
    changes: mine,
    overlap: [],
  })
})

test('two values for one field are for a person to decide', () => {
  const mine = { priority: 'HIGH', name: 'Long crack' } as const
  expect(merge(before(issue, mine), mine, now({ priority: 'CRITICAL' }))).toEqual({
    changes: mine,
    overlap: ['priority'],
  })
})

test('who wanted the same has nothing left to write', () => {
  const mine = { priority: 'HIGH' } as const
  expect(merge(before(issue, mine), mine, now({ priority: 'HIGH' }))).toEqual({ changes: {}, overlap: [] })
})

test('emptying a field is a change like another', () => {
  const assigned = { ...issue, assignee_id: 'ada' } as Issue
  const mine = { assignee_id: null }
  const theirs = { ...assigned, assignee_id: 'ben' } as Issue
  expect(merge(before(assigned, mine), mine, theirs).overlap).toEqual(['assignee_id'])
})

test('labels of both are kept, and what either took away is gone', () => {
  const mine = { labels: ['Concrete', 'Facade'] }
  const theirs = now({ labels: ['Urgent', 'Concrete', 'Stair'] })
  expect(merge(before(issue, mine), mine, theirs)).toEqual({
    changes: { labels: ['Concrete', 'Stair', 'Facade'] },
    overlap: [],
  })
  const theirsRemoved = now({ labels: ['Urgent'] })
  expect(merge(before(issue, mine), mine, theirsRemoved).changes).toEqual({ labels: ['Facade'] })
})

test('what changed elsewhere is told by its fields, whatever the order of labels', () => {
  expect(changedFields(issue, now({ labels: ['Urgent', 'Concrete'], status: 'VOID' }))).toEqual(['status'])
})

test('where theirs is kept, mine is left out', () => {
  expect(without({ priority: 'HIGH', name: 'Long crack' }, ['priority'])).toEqual({ name: 'Long crack' })
})
