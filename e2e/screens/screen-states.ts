import type { Page } from '@playwright/test'
import { loseNetwork, waitUntilInstalled } from '../offline-parts.ts'

/** States of screens for the sheet, which no address leads to. */

export interface ScreenState {
  name: string
  /** below `/project/<id>/`, or an absolute path if it starts with a slash */
  path: string
  /** brings the page into the state, in English, and returns a function to undo it; without it the address suffices */
  act?: (page: Page) => Promise<void | (() => Promise<void>)>
  /** shown on screens of one width only */
  only?: 'wide' | 'narrow'
}

const click = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const press = (name: string) => (page: Page) => click(page, name)

/** Does something that opens a dialog, panel or menu, whose code may be loaded by it, and waits until it is open. */
const open = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await act(page)
  await page.locator('[role][data-open]').first().waitFor()
}
const openBy = (name: string | RegExp) => open((page) => click(page, name))

async function writeIssueWithoutNetwork(page: Page) {
  await page.getByRole('button', { name: 'New issue' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').fill('Handrail loose at the second landing')
  await waitUntilInstalled(page)
  const returnNetwork = await loseNetwork(page.context())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: /^Saved on this device/ }).waitFor()
  return returnNetwork
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
  { name: 'filters to add', path: 'issues', act: openBy('Add filter') },
  { name: 'columns', path: 'issues', act: openBy('Columns'), only: 'wide' },
  { name: 'views', path: 'issues', act: openBy('Views') },
  { name: 'actions of a row', path: 'issues', act: openBy(/^Actions for #/), only: 'wide' },
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
  { name: 'new project', path: '/projects', act: openBy('New project') },
  { name: 'actions of a project', path: '/projects', act: openBy(/^Actions for /) },
  { name: 'notifications', path: '/projects', act: openBy(/^Notifications/) },
  { name: 'help menu', path: '/projects', act: openBy('Help') },
  { name: 'palette', path: '/projects', act: open((page) => page.keyboard.press('Control+k')) },
  { name: 'keys', path: '/projects', act: open((page) => page.keyboard.press('?')), only: 'wide' },
  { name: 'people invited', path: 'members', act: openBy('Invite') },
  { name: 'measuring', path: 'viewer', act: press('Measure'), only: 'wide' },
  { name: 'section', path: 'viewer', act: press('Section'), only: 'wide' },
  {
    name: 'conversation',
    path: '/chat',
    act: (page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click(),
  },
  {
    name: 'files to upload',
    path: 'models',
    act: async (page) => {
      const names = ['Structure.ifc', 'Ventilation.ifc', 'Floor plan 2.pdf', 'Minutes.docx']
      const files = names.map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) }))
      await page.locator('input[type=file]').first().setInputFiles(files)
      await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).waitFor()
    },
  },
  {
    name: 'available offline',
    path: '/projects',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Available offline' }).click()
    },
  },
  {
    name: 'without a network',
    path: 'issues',
    act: (page) => loseNetwork(page.context()),
  },
  { name: 'new issue without a network', path: 'issues', act: writeIssueWithoutNetwork },
  {
    name: 'what waits on the device',
    path: 'issues',
    act: async (page) => {
      const returnNetwork = await writeIssueWithoutNetwork(page)
      await page.getByRole('button', { name: /^Saved on this device/ }).click()
      await page.getByRole('dialog', { name: 'On this device', exact: true }).waitFor()
      return returnNetwork
    },
  },
]
