import fs from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './test.ts'

/** Elements of all models of a project: search by words and conditions, the address, 3D and download. */

test.beforeEach(async ({ page }) => {
  const data = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
  const projects = (await (await page.request.get('/api/v2/project')).json()) as {
    id: string
    is_demo: boolean
  }[]
  await page.goto(`/project/${projects.find((project) => project.is_demo)?.id}/models`)
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(3, { timeout: 60_000 })
})

test('fire doors with a rating below 60 minutes, from the models to the 3D view', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('fire door')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Elements', level: 1 })).toBeVisible()
  const found = page.getByRole('status').filter({ hasText: /element/ })
  await expect(found).toHaveText('26 elements')

  await page.getByRole('combobox', { name: 'Property' }).fill('FireRating')
  await page.getByRole('option', { name: 'FireRating · Pset_DoorCommon' }).click()
  await page
    .getByRole('textbox', { name: 'Value' })
    .or(page.getByRole('combobox', { name: 'Value' }))
    .fill('EI30')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByText('No matching elements')).toBeVisible()
  await page.getByRole('button', { name: 'Remove FireRating below EI30' }).click()
  await expect(found).toHaveText('26 elements')

  await page.getByRole('combobox', { name: 'Level' }).fill('first')
  await page.getByRole('option', { name: /First floor/ }).click()
  await expect(found).toHaveText(/^(?!26)\d+ elements$/)
  const count = (await found.textContent()) ?? ''
  await page.reload()
  await expect(found).toHaveText(count)
  await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue(/First floor/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  const lines = fs
    .readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(`${lines.length - 1} elements`).toBe(count)

  const guid = lines[1]?.split(',')[1] ?? ''
  await page.getByRole('checkbox').nth(1).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('link', { name: 'Show in model' }).click()
  await expect(page).toHaveURL(new RegExp(`/viewer\\?.*select=${guid.replaceAll('$', '(%24|\\$)')}`))
})

test('on a phone the filters stand behind a button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('door')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Class', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Class', exact: true }).fill('door')
  await page.getByRole('option', { name: /^Door / }).click()
  await expect(page).toHaveURL(/class=IfcDoor/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByRole('listitem').first()).toContainText('Door')
  // the whole card opens the element, not its name alone
  const card = await page.getByRole('listitem').first().boundingBox()
  await page.mouse.click((card?.x ?? 0) + 300, (card?.y ?? 0) + (card?.height ?? 0) - 6)
  await expect(page).toHaveURL(/\/viewer\?/)
})

test('The download button says when there are more elements than one download holds', async ({ page }) => {
  await page.route(/\/element\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 250_000 } })
  })
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('door')
  await page.keyboard.press('Enter')
  await expect(page.getByText('250,000 elements')).toBeVisible()
  const download = page.getByRole('button', { name: 'Download as CSV' })
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await download.hover()
  await expect(
    page.getByText('At most 200,000 elements can be downloaded at once.', { exact: false }),
  ).toBeVisible()
})
