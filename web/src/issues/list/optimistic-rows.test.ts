import { expect, test } from 'vitest'
import { createOptimisticRows } from './optimistic-rows.ts'

test('The answer to a change keeps a later change back to the same value', () => {
  const rows = createOptimisticRows()
  const first = rows.add('a', { priority: 'HIGH' })
  const second = rows.add('a', { priority: 'LOW' })
  const third = rows.add('a', { priority: 'HIGH', trade: 'HVAC' })
  expect(rows.read().get('a')).toEqual({ priority: 'HIGH', trade: 'HVAC' })
  first()
  expect(rows.read().get('a')).toEqual({ priority: 'HIGH', trade: 'HVAC' })
  second()
  expect(rows.read().get('a')).toEqual({ priority: 'HIGH', trade: 'HVAC' })
  third()
  expect(rows.read().get('a')).toBe(undefined)
})

test('A change that is taken back shows the earlier one that is still being sent', () => {
  const rows = createOptimisticRows()
  rows.add('a', { priority: 'HIGH' })
  const refused = rows.add('a', { priority: 'LOW' })
  rows.add('b', { priority: 'CRITICAL' })
  refused()
  expect([...rows.read()]).toEqual([
    ['a', { priority: 'HIGH' }],
    ['b', { priority: 'CRITICAL' }],
  ])
})
