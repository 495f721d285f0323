import { expect, test } from 'vitest'
import { pickChanges } from './pick-changes.ts'

test('Only changed values are picked, and an empty value equals a missing one', () => {
  const before = { id: '1', name: 'Tower', country: null, labels: ['a'], address: 'Quay 7' }
  expect(pickChanges({ name: 'Tower', country: null, labels: ['a'], address: '' }, before)).toEqual({
    address: '',
  })
  expect(pickChanges({ name: 'Tower 2', labels: ['a', 'b'], phone: null }, before)).toEqual({
    name: 'Tower 2',
    labels: ['a', 'b'],
  })
})
