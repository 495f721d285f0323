import { expect, test } from 'vitest'
import { chooseHiddenPage } from './hidden-page.ts'
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
  expect(chooseHiddenPage(projects, null, payment)).toBe(projects)
  expect(chooseHiddenPage(payment, projects, account)).toBe(projects)
  expect(chooseHiddenPage(account, projects, payment)).toBe(projects)
})

test('The kept page is dropped on return or when another page opens', () => {
  expect(chooseHiddenPage(payment, projects, at('/projects'))).toBe(null)
  expect(chooseHiddenPage(payment, projects, at('/chat'))).toBe(null)
  expect(chooseHiddenPage(payment, account, at('/account'))).toBe(null)
})

test('An error page opened directly by its URL keeps nothing behind it', () => {
  expect(chooseHiddenPage(null, null, payment)).toBe(null)
  expect(chooseHiddenPage(projects, null, account)).toBe(null)
})
