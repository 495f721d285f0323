import { expect, type Page } from '@playwright/test'
import { look } from './account-parts.ts'
import { AICHA, enter } from './demo-people.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { test } from './test.ts'
import { arrived, canvas, enterDemo, hidePins, spot } from './viewer-parts.ts'

/** Sheets on the walls of a building: printed, scanned, revoked. */

test('a scanned sheet opens its level and files an issue there, and opens nothing once it is revoked', async ({
  page,
}) => {
  const id = await enterDemo(page.context())
  await page.goto(`/project/${id}/settings`)
  await expect(page.getByRole('button', { name: 'Edit level 01 First floor' })).toBeVisible()
  await page.getByRole('button', { name: 'Add marker' }).click()
  const dialog = dialogs(page)
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
  await leaveHistory(page)
  await page.goto(pathname)
  await expect(page.getByText('This code is not valid')).toBeVisible()
})

test('the height of a new sheet follows its level until somebody types one', async ({ page }) => {
  const id = await enterDemo(page.context())
  await page.goto(`/project/${id}/settings`)
  await expect(page.getByRole('button', { name: 'Edit level 01 First floor' })).toBeVisible()
  await page.getByRole('button', { name: 'Add marker' }).click()
  const dialog = dialogs(page)
  const height = dialog.getByLabel('Height, m')
  const chooseLevel = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Level' }).click()
    await page.getByRole('option', { name }).click()
  }
  await chooseLevel('01 First floor')
  await expect(height).toHaveValue('5.7')
  await height.fill('4.85')
  await chooseLevel('02 Second floor')
  await expect(dialog.getByRole('combobox', { name: 'Level' })).toContainText('02 Second floor')
  await expect(height).toHaveValue('4.85')
  await page.reload()
  await page.getByRole('button', { name: 'Add marker' }).click()
  await expect(height).toHaveValue('4.85')
})

interface ListedMarker {
  id: string
  label: string
  level_name: string | null
  position: { x: number; y: number; z: number }
  normal: { x: number; y: number; z: number }
  anchor: { ifc_guid: string; ifc_class: string } | null
}

const listSheets = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/project/${id}/marker`)).json()) as ListedMarker[]

test('a sheet is placed and moved by clicks on walls, and its scan looks at that wall', async ({ page }) => {
  const id = await enterDemo(page.context())
  await hidePins(page.context())
  let areLevelsRead = false
  const json = { error: 'internal', message: 'Internal error' }
  await page.route('**/api/project/*/level', (route) =>
    areLevelsRead ? route.fallback() : route.fulfill({ status: 500, json }),
  )
  await page.goto(`/project/${id}/viewer`)
  await arrived(page)
  const card = page.getByRole('region', { name: 'Place a QR sheet' })
  const symbol = page.getByRole('button', { name: 'Sheet South wall' }).locator('span')
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menuitem', { name: 'Place a QR sheet' }).click()
  await expect(card.getByText(/^Choose the wall/)).toBeVisible()
  // the ground in front of the building
  await page.mouse.click(...(await spot(page, 0.5, 0.55)))
  await expect(card.getByText(/^Sheets hang on upright faces/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Create sheet' })).toHaveCount(0)
  await page.mouse.click(...(await spot(page, 0.5, 0.39)))
  await expect(card.getByText('02 Second floor')).toBeVisible()
  await expect(card.getByLabel('Label')).toHaveValue(/^External wall/)
  await card.getByLabel('Label').fill('South wall')
  // without the levels the sheet would get none
  await expect(card.getByRole('button', { name: 'Create sheet' })).toBeDisabled()
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible()
  areLevelsRead = true
  await card.getByRole('button', { name: 'Try again' }).click()
  await card.getByRole('button', { name: 'Create sheet' }).click()
  await expect(card.getByText(/^South wall is placed/)).toBeVisible()
  const find = async () => (await listSheets(page, id)).find(({ label }) => label === 'South wall')
  const made = await find()
  expect(made?.normal).toEqual({ x: 0, y: -1, z: 0 })
  expect(made?.anchor?.ifc_class).toBe('IfcWall')
  const print = card.getByRole('link', { name: 'Print sheet' })
  const sheet = await page.request.get((await print.getAttribute('href')) ?? '')
  expect(sheet.headers()['content-type']).toBe('application/pdf')

  await symbol.click()
  await expect(card.getByRole('combobox', { name: 'Sheet' })).toHaveValue('South wall · 02 Second floor')
  await page.mouse.click(...(await spot(page, 0.3, 0.42)))
  await expect(card.getByText(/^0\d \w+ floor$/)).toBeVisible()
  await look(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await card.getByRole('button', { name: 'Move sheet here' }).click()
  await expect(card.getByText(/^South wall is placed/)).toBeVisible()
  const moved = await find()
  expect(moved?.id).toBe(made?.id)
  expect(moved?.position.x).toBeLessThan((made?.position.x ?? 0) - 5)
  await canvas(page).press('Escape')
  await expect(card).toHaveCount(0)
  await expect(symbol).toBeHidden()

  await page.context().unrouteAll()
  await page.goto(`/q/${made?.id}`)
  await arrived(page)
  await expect(page).toHaveURL(/\/viewer\?sheet=/)
  await expect(page.getByText('Sheet South wall', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toHaveText(
    moved?.level_name ?? '',
  )
  await look(page)
  await page.getByRole('button', { name: 'New issue' }).click()
  const form = page.getByRole('form', { name: 'New issue' })
  await form.getByLabel('Title').fill('Sheet is torn')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toHaveCount(0)
  const pins = (await (await page.request.get(`/api/project/${id}/issue/pin`)).json()) as {
    name: string
    point: object
    ifc_guid: string
  }[]
  expect(pins.find(({ name }) => name === 'Sheet is torn')).toMatchObject({
    point: moved?.position,
    ifc_guid: moved?.anchor?.ifc_guid,
  })
  await page.getByRole('button', { name: 'Nearest open issues' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sheet is torn' })).toContainText('0 m away')
})

test('a contributor is not offered to place sheets', async ({ browser, baseURL }) => {
  const { page, context, projectId } = await enter(browser, baseURL, AICHA)
  await page.goto(`/project/${projectId}/viewer`)
  await arrived(page)
  await page.getByRole('button', { name: 'More tools' }).click()
  await expect(page.getByRole('menuitem', { name: 'Select by rectangle' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Place a QR sheet' })).toHaveCount(0)
  await context.close()
})
