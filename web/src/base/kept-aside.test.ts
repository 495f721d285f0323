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

test('The page that a 402 redirected away from is kept, also while the plan page is open', () => {
  expect(keptAside(projects, null, payment)).toBe(projects)
  expect(keptAside(payment, projects, account)).toBe(projects)
  expect(keptAside(account, projects, payment)).toBe(projects)
})

test('The kept page is dropped on return or when another page opens', () => {
  expect(keptAside(payment, projects, at('/projects'))).toBe(null)
  expect(keptAside(payment, projects, at('/chat'))).toBe(null)
  expect(keptAside(payment, account, at('/account'))).toBe(null)
})

test('An error page opened directly by its URL keeps nothing', () => {
  expect(keptAside(null, null, payment)).toBe(null)
  expect(keptAside(projects, null, account)).toBe(null)
})
