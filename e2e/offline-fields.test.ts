import { expect } from '@playwright/test'
import { antiForgery, enter, JONAS, makeIssue, send } from './demo-people.ts'
import { launch, loseNetwork, openIssues, readsOnDevice, removeProfiles, signIn } from './offline-parts.ts'
import { test } from './test.ts'

/** Custom fields without a network: set, sorted by, and decided where two people changed one. */

test.afterAll(removeProfiles)

interface Field {
  id: string
  choices: { id: string; name: string }[]
}

test('custom fields that are set without a network arrive, and one that another person changed meanwhile is decided by itself', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const fields = `/api/project/${jonas.projectId}/custom-field`
  const choices = ['Rain', 'Frost', 'Wind'].map((name) => ({ name }))
  const cause = await send<Field>(jonas, 'post', fields, { name: 'Cause of damage', kind: 'CHOICE', choices })
  const note = await send<Field>(jonas, 'post', fields, { name: 'Survey note', kind: 'TEXT' })
  const choose = (name: string) => cause.choices.find((choice) => choice.name === name)?.id ?? ''
  const number = await makeIssue(jonas, 'Plinth is damp', {
    custom_fields: { [cause.id]: choose('Rain'), [note.id]: 'Before' },
  })
  const context = await launch('fields')
  const person = await signIn(context)
  const { page, projectId } = person
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions for Demo Tower' }).first().click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await expect(dialog.getByText(/On this device as of/)).toBeVisible()
  await openIssues(person)

  const restoreNetwork = await loseNetwork(context)
  // the list on the device is sorted by a field that it was never sorted by before
  await page.goto(`/project/${projectId}/issues?sort=custom_fields.${cause.id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Plinth is damp')
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('heading', { name: 'Plinth is damp' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Cause of damage' }).click()
  await page.getByRole('option', { name: 'Frost' }).click()
  await expect(page.getByRole('button', { name: 'Saved on this device: 1' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Survey note' }).fill('Measured twice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saved on this device: 2' })).toBeVisible()
  // both values are there when the page is opened again without a network
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Cause of damage' })).toContainText('Frost')
  await expect(page.getByRole('textbox', { name: 'Survey note' })).toHaveValue('Measured twice')

  const path = `/api/project/${projectId}/issue`
  const { id } = (await (await jonas.context.request.get(`${path}/number/${number}`)).json()) as {
    id: string
  }
  await send(jonas, 'patch', `${path}/${id}`, { custom_fields: { [cause.id]: choose('Wind') } })
  await restoreNetwork()
  await page.getByRole('button', { name: /Needs attention/ }).click()
  const centre = page.getByRole('dialog', { name: 'On this device' })
  await expect(centre.getByText('Frost').last()).toBeVisible()
  await expect(centre.getByText('Wind')).toBeVisible()
  const readValues = async () =>
    ((await (await context.request.get(`${path}/${id}`)).json()) as { custom_fields: object }).custom_fields
  await centre.getByRole('button', { name: 'Save the decision' }).click()
  await expect(centre.getByText('Nothing waits on this device')).toBeVisible()
  expect(await readValues()).toEqual({ [cause.id]: choose('Frost'), [note.id]: 'Measured twice' })
  for (const field of [cause, note]) await send(jonas, 'patch', `${fields}/${field.id}`, { archived: true })
  await context.close()
})

test('an issue that was filed without a network arrives without the level that was deleted meanwhile', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const levels = `/api/project/${jonas.projectId}/level`
  const level = await send<{ id: string }>(jonas, 'post', levels, { name: 'Mezzanine', elevation_m: 41 })
  const context = await launch('level')
  const person = await signIn(context)
  const { page, projectId } = person
  await openIssues(person)
  const newIssue = async () => {
    await page.goto(`/project/${projectId}/issues?new=1`)
    const dialog = page.getByRole('dialog', { name: 'New issue' })
    await dialog.getByLabel('Title').fill('Mezzanine slab is wet')
    await dialog.getByRole('combobox', { name: 'Level' }).click()
    await page.getByRole('option', { name: 'Mezzanine' }).click()
    return dialog
  }
  await newIssue()
  await expect.poll(async () => (await readsOnDevice(page)).join()).toContain('/level')
  const restoreNetwork = await loseNetwork(context)
  await (await newIssue()).getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('button', { name: 'Saved on this device: 1' })).toBeVisible()
  const headers = await antiForgery(jonas.context)
  expect((await jonas.context.request.delete(`${levels}/${level.id}`, { headers })).ok()).toBe(true)
  await restoreNetwork()
  await page.getByRole('button', { name: /Needs attention/ }).click()
  const centre = page.getByRole('dialog', { name: 'On this device' })
  await expect(centre.getByText('Not part of this project')).toBeVisible()
  await centre.getByRole('button', { name: 'Send without: level' }).click()
  await expect(centre.getByText('Nothing waits on this device')).toBeVisible()
  await centre.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Mezzanine slab is wet' })).toBeVisible()
  await context.close()
})
