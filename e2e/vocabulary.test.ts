import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { enter, MAREN, send } from './demo-people.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { test } from './test.ts'

/** Types, trades and statuses under names of the project's own. */

const results = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ issues?$/ })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('An administrator renames a type and a status and switches a trade off; forms, lists, filters and the timeline follow', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 1440, height: 900 } })
  const { page } = maren
  const dialog = dialogs(page)
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Lock keeper' })
  const file = (body: object) => send(maren, 'post', `/api/project/${id}/issue`, body)
  await file({ name: 'Gap in the sill', type: 'DEFECT', trade: 'FACADE' })
  await page.goto(`/project/${id}/settings`)

  await page.getByRole('button', { name: 'Edit Defect' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('clash')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This name is already in use').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Snag')
  await expect(dialog.getByRole('checkbox', { name: 'Offer for new issues' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Built-in name: Defect')).toBeVisible()
  await page.getByRole('button', { name: 'Move Task up' }).click()

  await page.getByRole('tab', { name: 'Trades' }).click()
  for (const trade of ['Facade', 'HVAC']) {
    await page.getByRole('button', { name: `Edit ${trade}` }).click()
    await dialog.getByRole('checkbox', { name: 'Offer for new issues and models' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText('Not offered')).toHaveCount(2)

  await page.getByRole('tab', { name: 'Statuses' }).click()
  await page.getByRole('button', { name: 'Edit In progress' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('On the bench')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Built-in name: In progress')).toBeVisible()
  await expectAccessible(page)

  await leaveHistory(page)
  await page.goto(`/project/${id}/issues/1`)
  await page.getByRole('button', { name: 'On the bench' }).click()
  await expect(page.getByText('changed status from Open to On the bench')).toBeVisible()
  const detail = page.getByRole('main')
  await expect(detail.getByRole('combobox', { name: 'Type' })).toContainText('Snag')
  // a disabled value stays on issues that have it and is not offered for others
  await detail.getByRole('combobox', { name: 'Trade' }).click()
  await expect(page.getByRole('option', { name: 'Facade' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Electrical' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'HVAC' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto(`/project/${id}/issues`)
  await expect(row(page, 'Gap in the sill')).toContainText('On the bench')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await dialogs(page).getByRole('button', { name: 'Trade' }).click()
  await expect(page.getByRole('checkbox', { name: 'Facade' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'HVAC' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`/project/${id}/issues?type=DEFECT`)
  await expect(page.getByRole('button', { name: 'Type: Snag' })).toBeVisible()
  await expect(results(page)).toHaveText('1 issue')

  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(page.getByRole('region', { name: /^On the bench/ })).toContainText('Gap in the sill')

  await page.goto(`/project/${id}/settings`)
  await page.getByRole('button', { name: 'Edit Snag' }).click()
  await dialog.getByRole('button', { name: 'Use built-in name' }).click()
  await expect(page.getByRole('button', { name: 'Edit Defect' })).toBeVisible()
})

test('An added type is filed from the form, filtered by, changed in the detail and kept when it is switched off', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 1440, height: 900 } })
  const { page } = maren
  const dialog = dialogs(page)
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Sluice house' })
  await page.goto(`/project/${id}/settings`)
  await page.getByRole('button', { name: 'Add type' }).click()
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(dialog.getByText('Fill this in').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Water damage')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Added in this project')).toBeVisible()
  await page.getByRole('tab', { name: 'Trades' }).click()
  await page.getByRole('button', { name: 'Add trade' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Scaffolding')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Scaffolding' })).toBeVisible()
  await leaveHistory(page)

  await page.goto(`/project/${id}/issues`)
  await page.getByRole('button', { name: 'New issue' }).first().click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Stain under the gate')
  for (const [field, value] of [
    ['Type', 'Water damage'],
    ['Trade', 'Scaffolding'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: value }).click()
  }
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('heading', { name: 'Stain under the gate' })).toBeVisible()
  await page.getByRole('main').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Task' }).click()
  await expect(page.getByText('changed type from Water damage to Task')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Type' })).toContainText('Water damage')

  await page.goto(`/project/${id}/settings`)
  await page.getByRole('button', { name: 'Edit Water damage' }).click()
  await dialog.getByRole('checkbox', { name: 'Offer for new issues' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added in this project · Not offered')).toBeVisible()
  await leaveHistory(page)
  await page.goto(`/project/${id}/issues?type=OWN_1`)
  await expect(page.getByRole('button', { name: 'Type: Water damage' })).toBeVisible()
  await expect(row(page, 'Stain under the gate')).toContainText('Scaffolding')
  await page.getByRole('button', { name: 'New issue' }).first().click()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await expect(page.getByRole('option', { name: 'Safety' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Water damage' })).toHaveCount(0)
})

test('A new project of a company begins with the types that the company set', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 1440, height: 900 } })
  const { page } = maren
  const dialog = dialogs(page)
  await page.goto('/account?part=words')
  await page.getByRole('button', { name: 'Edit Quality' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workmanship')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Built-in name: Quality')).toBeVisible()
  await page.getByRole('button', { name: 'Add type' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('workmanship')
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(dialog.getByText('This name is already in use').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Handover')
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(page.getByRole('button', { name: 'Edit Handover' })).toBeVisible()
  await expectAccessible(page)
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Weir' })
  await page.goto(`/project/${id}/settings`)
  await expect(page.getByRole('button', { name: 'Edit Workmanship' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Handover' })).toBeVisible()
  // other tests of this server make projects of the company as well
  await page.goto('/account?part=words')
  await page.getByRole('button', { name: 'Edit Workmanship' }).click()
  await dialog.getByRole('button', { name: 'Use built-in name' }).click()
  await expect(page.getByRole('button', { name: 'Edit Quality' })).toBeVisible()
})

test('The longest name of a status stays within a phone', async ({ browser, baseURL }) => {
  const name = 'Wartet auf Freigabe durch das PRÜFINGENIEURBÜRO II'
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 360, height: 740 } })
  const { page } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Weir' })
  await send(maren, 'patch', `/api/project/${id}/vocabulary`, { status: { names: { OPEN: name } } })
  await send(maren, 'post', `/api/project/${id}/issue`, { name: 'Scour', assignee_id: maren.id })
  const expectInside = async (text: string) => {
    const shown = page.getByText(text, { exact: true }).filter({ visible: true }).first()
    await expect(shown).toBeVisible()
    const { x, width } = (await shown.boundingBox()) ?? { x: 0, width: 0 }
    expect(x + width, page.url()).toBeLessThanOrEqual(360)
  }
  for (const address of [`/project/${id}/issues`, `/project/${id}/issues/1`, '/issues']) {
    await page.goto(address)
    await expectInside(name)
  }
  // in the legend the share follows the name
  await page.goto(`/project/${id}/overview`)
  await expectInside('100%')
})
