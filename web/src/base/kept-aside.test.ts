import { expect, test } from 'vitest'
import { keptAside } from './kept-aside.ts'
import type { Shown } from './router.ts'

const at = (pathname: string): Shown => ({
  entry: pathname,
  pathname,
  search: '',
  params: {},
  screens: [],
  page: pathname,
  returned: false,
  ready: true,
})
const [projects, payment, account] = [at('/projects'), at('/errors/payment'), at('/account')]

test('the page that a refusal led away from is kept, also on the way over the company’s plan', () => {
  expect(keptAside(projects, null, payment)).toBe(projects)
  expect(keptAside(payment, projects, account)).toBe(projects)
  expect(keptAside(account, projects, payment)).toBe(projects)
})

test('it goes when one is back, or somewhere else', () => {
  expect(keptAside(payment, projects, at('/projects'))).toBe(null)
  expect(keptAside(payment, projects, at('/chat'))).toBe(null)
  expect(keptAside(payment, account, at('/account'))).toBe(null)
})

test('a page that was opened by its address keeps nothing', () => {
  expect(keptAside(null, null, payment)).toBe(null)
  expect(keptAside(projects, null, account)).toBe(null)
})
