import { expect, test } from 'vitest'
import { viewQuery } from './view-query.ts'

test('viewQuery keeps filter, order, layout and columns in canonical order', () => {
  const one = viewQuery('?sort=due_date&status=OPEN&new=1&moon=2', 'title,due')
  expect(one).toBe('status=OPEN&sort=due_date&columns=title%2Cdue')
  expect(viewQuery('?status=OPEN&columns=number&sort=due_date', 'title,due')).toBe(one)
  expect(viewQuery('?q=Größe', '')).toMatch(/^[\x20-\x7e]+$/)
  expect(viewQuery('', '')).toBe('')
})
