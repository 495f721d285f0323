import { expect, test } from 'vitest'
import { formatSavedViewQuery } from './format-saved-view-query.ts'

test('formatSavedViewQuery keeps filter, order, layout and columns in canonical order', () => {
  const one = formatSavedViewQuery('?sort=due_date&status=OPEN&new=1&moon=2', 'title,due')
  expect(one).toBe('status=OPEN&sort=due_date&columns=title%2Cdue')
  expect(formatSavedViewQuery('?status=OPEN&columns=number&sort=due_date', 'title,due')).toBe(one)
  expect(formatSavedViewQuery('?q=Größe', '')).toMatch(/^[\x20-\x7e]+$/)
  expect(formatSavedViewQuery('', '')).toBe('')
})
