import { expect, test } from 'vitest'
import { selectHiddenPage } from './kept-aside.ts'
import type { ShownPage } from './router.ts'

const at = (pathname: string): ShownPage => ({
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
  expect(selectHiddenPage(projects, null, payment)).toBe(projects)
  expect(selectHiddenPage(payment, projects, account)).toBe(projects)
  expect(selectHiddenPage(account, projects, payment)).toBe(projects)
})

test('The kept page is dropped on return or when another page opens', () => {
  expect(selectHiddenPage(payment, projects, at('/projects'))).toBe(null)
  expect(selectHiddenPage(payment, projects, at('/chat'))).toBe(null)
  expect(selectHiddenPage(payment, account, at('/account'))).toBe(null)
})

test('An error page opened directly by its URL keeps nothing', () => {
  expect(selectHiddenPage(null, null, payment)).toBe(null)
  expect(selectHiddenPage(projects, null, account)).toBe(null)
})
