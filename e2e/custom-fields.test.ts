import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { enter, MAREN, send } from './demo-people.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { test } from './test.ts'

/** A custom field, from its definition to the list that is filtered by it. */

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
  const dialog = dialogs(page)
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
  // the form of a new field starts empty, without the previous field's values
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
  await dialogs(page).getByRole('button', { name: 'Cause of damage' }).click()
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

test('Types chosen in a restored draft stay when their field is hidden and shown again', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Sluice' })
  const dialog = dialogs(page)
  const addType = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Required for' }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  const chooseKind = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page.goto(`/project/${id}/settings`)
  await page.getByRole('button', { name: 'Add field' }).click()
  await addType('Defect')
  await page.reload()
  await page.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove Defect' })).toBeVisible()
  await addType('Clash')
  await chooseKind('Checkbox')
  await expect(dialog.getByRole('combobox', { name: 'Required for' })).toHaveCount(0)
  await chooseKind('Text')
  await expect(dialog.getByRole('button', { name: 'Remove Defect' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove Clash' })).toBeVisible()
})

interface Field {
  id: string
  choices: { id: string; name: string }[]
}

test('A list is grouped and sorted by custom fields, many issues get a value at once, and a template fills one in', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { viewport: { width: 1440, height: 900 } })
  const { page } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Weir' })
  const fields = `/api/project/${id}/custom-field`
  const choices = ['Rain', 'Frost'].map((name) => ({ name }))
  const cause = await send<Field>(maren, 'post', fields, { name: 'Cause', kind: 'CHOICE', choices })
  const cost = await send<Field>(maren, 'post', fields, { name: 'Cost', kind: 'NUMBER' })
  const [rain, frost] = cause.choices.map((choice) => choice.id)
  for (const [name, values] of [
    ['Cheap and wet', { [cause.id]: rain, [cost.id]: 5 }],
    ['Dear and cold', { [cause.id]: frost, [cost.id]: 900 }],
    ['Dear and wet', { [cause.id]: rain, [cost.id]: 700 }],
    ['Unknown', {}],
  ] as const)
    await send(maren, 'post', `/api/project/${id}/issue`, { name, custom_fields: values })
  await page.goto(`/project/${id}/issues?columns=number,title,own-${cause.id},own-${cost.id}`)
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Cause' }).click()
  await expect(page.getByRole('rowheader', { name: 'Rain2' })).toHaveCount(1)
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toHaveAttribute('aria-sort', 'descending')
  const titles = () => page.getByRole('row').getByRole('link')
  await expect(titles()).toHaveText(['Dear and wet', 'Cheap and wet', 'Dear and cold', 'Unknown'])
  await expectAccessible(page)
  // a saved view opens with both
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  const dialog = dialogs(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By cause')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await leaveHistory(page)
  await page.goto(`/project/${id}/issues`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'By cause' }).click()
  await expect(page.getByRole('rowheader', { name: 'Frost1' })).toHaveCount(1)
  await expect(titles()).toHaveText(['Dear and wet', 'Cheap and wet', 'Dear and cold', 'Unknown'])

  await page.getByRole('checkbox', { name: 'Select all loaded issues' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Cause' }).click()
  await dialog.getByRole('combobox', { name: 'New value' }).click()
  await page.getByRole('option', { name: 'Frost' }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('3 issues will change').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 3 issues' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('rowheader', { name: 'Frost4' })).toHaveCount(1)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Templates' }).click()
  await dialog.getByRole('button', { name: 'New template' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Leak')
  await dialog.getByRole('combobox', { name: 'Cause' }).click()
  await page.getByRole('option', { name: 'Rain' }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expectAccessible(page)
  // closed while it is sent: the question goes once nothing is unsaved
  const sending = Promise.withResolvers<void>()
  await page.route('**/issue/template', async (route) => {
    await sending.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByText('Leave without saving your changes?')).toBeVisible()
  sending.resolve()
  await expect(dialog.getByRole('button', { name: 'New template' })).toBeVisible()
  await expect(dialog.getByText('Leave without saving your changes?')).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'New issue' }).first().click()
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Leak' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Seeps at the joint')
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('heading', { name: 'Seeps at the joint' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Cause' })).toContainText('Rain')
})
