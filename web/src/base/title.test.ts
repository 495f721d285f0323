import { expect, test } from 'vitest'
import { formatTitle } from './title.ts'

test('A title names the item or the page, the project and the product', () => {
  expect(formatTitle({ item: '#12 Crack', page: 'Issues', project: 'Tower' })).toBe(
    '#12 Crack · Tower · Plumbline',
  )
  expect(formatTitle({ page: 'Projects' })).toBe('Projects · Plumbline')
  expect(formatTitle({})).toBe('Plumbline')
})

test('A title begins with the number of unread notifications and messages', () => {
  expect(formatTitle({ page: 'Issues', project: 'Tower', unread: '3' })).toBe(
    '(3) Issues · Tower · Plumbline',
  )
})
