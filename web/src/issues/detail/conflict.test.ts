import type { Issue } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { getCurrentValues, listChangedIssueFields, mergeChanges } from './conflict.ts'

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

test('Changes by others to other fields do not conflict with the user’s own change', () => {
  const mine = { priority: 'HIGH' } as const
  expect(mergeChanges(getCurrentValues(issue, mine), mine, now({ name: 'Wide crack' }))).toEqual({
    changes: mine,
    overlap: [],
  })
})

test('Different values for the same field are reported as overlap', () => {
  const mine = { priority: 'HIGH', name: 'Long crack' } as const
  expect(mergeChanges(getCurrentValues(issue, mine), mine, now({ priority: 'CRITICAL' }))).toEqual({
    changes: mine,
    overlap: ['priority'],
  })
})

test('The same change made by another person leaves nothing to write', () => {
  const mine = { priority: 'HIGH' } as const
  expect(mergeChanges(getCurrentValues(issue, mine), mine, now({ priority: 'HIGH' }))).toEqual({
    changes: {},
    overlap: [],
  })
})

test('Clearing a field can conflict like any other change', () => {
  const assigned = { ...issue, assignee_id: 'ada' } as Issue
  const mine = { assignee_id: null }
  const theirs = { ...assigned, assignee_id: 'ben' } as Issue
  expect(mergeChanges(getCurrentValues(assigned, mine), mine, theirs).overlap).toEqual(['assignee_id'])
})

test('Labels are merged: additions and removals of both sides apply', () => {
  const mine = { labels: ['Concrete', 'Facade'] }
  const theirs = now({ labels: ['Urgent', 'Concrete', 'Stair'] })
  expect(mergeChanges(getCurrentValues(issue, mine), mine, theirs)).toEqual({
    changes: { labels: ['Concrete', 'Stair', 'Facade'] },
    overlap: [],
  })
  const theirsRemoved = now({ labels: ['Urgent'] })
  expect(mergeChanges(getCurrentValues(issue, mine), mine, theirsRemoved).changes).toEqual({
    labels: ['Facade'],
  })
})

test('listChangedIssueFields ignores the order of labels', () => {
  expect(listChangedIssueFields(issue, now({ labels: ['Urgent', 'Concrete'], status: 'VOID' }))).toEqual([
    'status',
  ])
})

test('The project’s custom fields are merged one by one: two people who change different ones do not conflict', () => {
  const [a, b] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b']
  const mine = { custom_fields: { [a]: 'one' } }
  const base = getCurrentValues(issue, mine)
  expect(base).toEqual({ custom_fields: { [a]: null } })
  const other = now({ custom_fields: { [b]: 5 } })
  expect(mergeChanges(base, mine, other)).toEqual({ changes: mine, overlap: [] })
  const same = now({ custom_fields: { [a]: 'two', [b]: 5 } })
  expect(mergeChanges(base, mine, same)).toEqual({ changes: mine, overlap: [`custom_fields.${a}`] })
  expect(listChangedIssueFields(issue, same)).toEqual([`custom_fields.${a}`, `custom_fields.${b}`])
  expect(mergeChanges(base, mine, now({ custom_fields: { [a]: 'one' } })).changes).toEqual({})
})
