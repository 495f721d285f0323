import { expect, test } from 'vitest'
import { savedViewQuery } from './saved-view-query.ts'

test('savedViewQuery keeps filter, order, layout and columns in canonical order', () => {
  const one = savedViewQuery('?sort=due_date&status=OPEN&new=1&moon=2', 'title,due')
  expect(one).toBe('status=OPEN&sort=due_date&columns=title%2Cdue')
  expect(savedViewQuery('?status=OPEN&columns=number&sort=due_date', 'title,due')).toBe(one)
  expect(savedViewQuery('?q=Größe', '')).toMatch(/^[\x20-\x7e]+$/)
  expect(savedViewQuery('', '')).toBe('')
})
