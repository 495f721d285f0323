import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { enter, MAREN, send } from './demo-people.ts'

/** A field of the project's own, from its definition to the list that is filtered by it. */

const results = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ issues?$/ })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('A choice required for defects is defined, asked for, filtered by, shown as a column and told in the timeline', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 1440, height: 900 } })
  const { page } = maren
  const { id: projectId } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Pump house' })
  await page.goto(`/project/${projectId}/settings`)
  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cause of damage')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Choice' }).click()
  await dialog.getByRole('textbox', { name: 'Choice 1' }).fill('Workmanship')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Design')
  await dialog.getByRole('combobox', { name: 'Required for' }).click()
  await page.getByRole('option', { name: 'Defect' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Choice · Required: Defect')).toBeVisible()

  // a second field is moved before the first with the keyboard
  await page.getByRole('button', { name: 'Add field' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Surveyed in full')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Move Surveyed in full up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move Surveyed in full up' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // the form of a new field begins without what the last one was given
  await expect(page.getByText('Text', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'New issue' }).first().click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Damp plinth of the pump room')
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Cause of damage')
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Cause of damage' }).click()
  await page.getByRole('option', { name: 'Workmanship' }).click()
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('heading', { name: 'Damp plinth of the pump room' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Cause of damage' }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await expect(page.getByText('changed Cause of damage from Workmanship to Design')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cause of damage' }).click()
  await page.getByRole('checkbox', { name: 'Design' }).click()
  await expect(results(page)).toHaveText('1 issue')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cause of damage: Design' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Cause of damage' }).click()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Damp plinth').getByRole('cell', { name: 'Design', exact: true })).toBeVisible()
  await page.reload()
  await expect(results(page)).toHaveText('1 issue')
  await expect(page.getByRole('columnheader', { name: 'Cause of damage' })).toBeVisible()
})
