import type { Page } from '@playwright/test'

/** All screens by their addresses, which the tests and the sheet of screens go through, and states of them for the sheet. */

export const outsideScreens = [
  '/welcome',
  '/login',
  '/signup',
  '/help',
  '/help/models',
  '/reset-password',
  '/reset-password?code=never-was',
  '/errors/restricted',
]
export const insideScreens = [
  '/projects',
  '/projects?layout=list',
  '/issues',
  '/issues?kind=TO_CHECK',
  '/chat',
  '/account',
  '/account?part=members',
  '/account?part=projects',
  '/account?part=audit',
  '/account?part=danger',
  '/me',
  '/terms',
  '/client',
  '/client?code=ZZZZ-ZZZZ',
  '/q/AAAAAAAAAAAAAAAAAAAAAA',
  '/errors/restricted',
  '/errors/payment',
  '/no-such-page',
]
/** below `/project/<id>/` */
export const projectScreens = [
  'overview',
  'activity',
  'issues',
  'issues/1',
  'issues/999',
  'models',
  'elements',
  'elements?q=door&where=Pset_DoorCommon.FireRating<EI60',
  'viewer',
  'members',
  'members?list=invitations',
  'members?list=requests',
  'settings',
]
export const UNKNOWN_PROJECT_SCREEN = '/project/0193f0a0-0000-7000-8000-000000000000/issues'

export interface ScreenState {
  name: string
  /** below `/project/<id>/`, or of the whole application if it begins with a slash */
  path: string
  /** brings the page into the state, in English; without it the address does */
  act?: (page: Page) => Promise<void>
  /** shown on screens of one width only */
  only?: 'wide' | 'narrow'
}

const press = (name: string | RegExp) => async (page: Page) => {
  const exact = typeof name === 'string'
  await page.getByRole('button', { name, exact }).first().click()
}

export const screenStates: ScreenState[] = [
  { name: 'board', path: 'issues?layout=board' },
  { name: 'board by assignee', path: 'issues?layout=board&group=assignee' },
  { name: 'list in groups', path: 'issues?group=status' },
  { name: 'nothing found', path: 'issues?q=nothing+like+this' },
  { name: 'filters set', path: 'issues?status=OPEN,IN_PROGRESS&priority=HIGH,CRITICAL' },
  { name: 'new issue', path: 'issues?new=1' },
  { name: 'export', path: 'issues?export=1' },
  { name: 'BCF import', path: 'issues?bcf=new' },
  { name: 'filters to add', path: 'issues', act: press('Add filter') },
  { name: 'columns', path: 'issues', act: press('Columns'), only: 'wide' },
  { name: 'views', path: 'issues', act: press('Views') },
  { name: 'actions of a row', path: 'issues', act: press(/^Actions for #/), only: 'wide' },
  {
    name: 'rows selected',
    path: 'issues',
    only: 'wide',
    act: async (page) => {
      for (const row of [0, 1, 2])
        await page
          .getByRole('checkbox', { name: /^Select #/ })
          .nth(row)
          .click()
      await page.getByText(/^3 selected/).waitFor()
    },
  },
  { name: 'new project', path: '/projects', act: press('New project') },
  { name: 'actions of a project', path: '/projects', act: press(/^Actions for /) },
  { name: 'notifications', path: '/projects', act: press(/^Notifications/) },
  { name: 'help menu', path: '/projects', act: press('Help') },
  { name: 'palette', path: '/projects', act: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', path: '/projects', act: (page) => page.keyboard.press('?'), only: 'wide' },
  { name: 'people invited', path: 'members', act: press('Invite') },
  { name: 'measuring', path: 'viewer', act: press('Measure'), only: 'wide' },
  { name: 'section', path: 'viewer', act: press('Section'), only: 'wide' },
]
