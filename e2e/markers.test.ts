import { expect } from '@playwright/test'
import { look, newPerson } from './account-parts.ts'
import { test } from './test.ts'

/** Sheets on the walls of a building: printed, scanned, revoked. */

test('a scanned sheet opens its level, takes an issue there, and opens nothing once it is revoked', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await newPerson(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: /demo project/ }).click()
  await expect(page).toHaveURL(/\/project\/[^/]+/)
  const id = /\/project\/([^/]+)/.exec(page.url())?.[1] ?? ''
  await page.goto(`/project/${id}/settings`)
  // levels come with the models, which are still being processed
  await expect(page.getByRole('button', { name: 'Edit level 01 First floor' })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Add marker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Stair core A')
  await dialog.getByRole('combobox', { name: 'Level' }).click()
  await page.getByRole('option', { name: '01 First floor' }).click()
  await expect(dialog.getByLabel('Height, m')).toHaveValue('5.7')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await look(page)
  await dialog.getByRole('button', { name: 'Add marker' }).click()
  await expect(dialog).toHaveCount(0)

  const { markers } = (await (await page.request.get(`/api/project/${id}/qr-code-generator`)).json()) as {
    markers: { label: string; url: string }[]
  }
  const { pathname } = new URL(markers.find(({ label }) => label === 'Stair core A')?.url ?? '')
  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Stair core A' })).toBeVisible()
  await expect(page.getByText('Demo Tower · 01 First floor')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'New issue here' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Level' })).toContainText('01 First floor')
  await dialog.getByLabel('Title').fill('Handrail is loose')
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page).toHaveURL(/\/issues\/\d+$/)
  await page.goto(pathname)
  await expect(page.getByRole('link', { name: /Handrail is loose/ })).toBeVisible()

  await page.getByRole('link', { name: 'Open in 3D' }).click()
  await expect(page).toHaveURL(/\/viewer\?.*storey=01\+First\+floor/)
  await expect(page.getByRole('combobox', { name: 'Storey' })).toHaveText('01 First floor', {
    timeout: 60_000,
  })

  await page.goto(`/project/${id}/settings`)
  await page.getByRole('combobox', { name: 'Paper' }).click()
  await page.getByRole('option', { name: 'A5' }).click()
  // a code of 150 mm has no room there
  await expect(page.getByLabel('Code size, mm')).toHaveValue('96')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Print all (PDF)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await (await saved).failure()).toBeNull()
  await page.getByRole('button', { name: 'Revoke marker Stair core A' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Stair core A')).toHaveCount(0)
  await page.goto(pathname)
  await expect(page.getByText('This code is not valid')).toBeVisible()
})
