import { expect, type Page } from '@playwright/test'
import { look, newPerson } from './account-parts.ts'
import { enter, MAREN } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'
import { drawn } from './viewer-parts.ts'

/** The list of projects: its order, and the defaults of a new project. */

/** A project by the API; answers its id. */
async function addProject(page: Page, name: string): Promise<string> {
  const cookies = await page.context().cookies()
  const headers = { 'X-XSRF-TOKEN': cookies.find(({ name: of }) => of === 'XSRF-TOKEN')?.value ?? '' }
  const reply = await page.request.post('/api/project', { headers, data: { name } })
  return ((await reply.json()) as { id: string }).id
}

/** A picture of a sky, drawn by the browser. */
async function picture(page: Page) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 360)
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#8fb8de'
      context.fillRect(0, 0, 640, 360)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
  })
  return { name: 'site.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

test('pinned projects come first, recent ones are one press away, and a project opens where the person left it', async ({
  page,
}) => {
  await newPerson(page)
  const ids: string[] = []
  for (const name of ['Anchor', 'Bridge', 'Canal', 'Dock', 'Embankment', 'Ferry', 'Gate'])
    ids.push(await addProject(page, name))
  await page.goto(`/project/${ids[1]}/members`)
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
  await page.goto('/projects')
  const recent = page.getByRole('region', { name: 'Recent' })
  await expect(recent.getByRole('link')).toHaveText(['Bridge'])
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Actions for/ }) })
  await expect(cards.first()).toContainText('Gate')
  await page.getByRole('button', { name: 'Actions for Anchor' }).click()
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
  await expect(cards.first()).toContainText('Anchor')
  await expect(cards.first().getByRole('img', { name: 'Pinned' })).toBeVisible()
  await look(page)
  // the cards appear in their final place: not before the recently opened projects above them
  const held = Promise.withResolvers<void>()
  await page.route(/projects-later-.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/projects-later-.*\.js/)
  await page.reload()
  await asked
  await expect(page.getByRole('link', { name: 'My issues' })).toBeVisible()
  await expect(cards).toHaveCount(0)
  held.resolve()
  await expect(cards.first()).toContainText('Anchor')
  await recent.getByRole('link', { name: 'Bridge' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${ids[1]}/members$`))
})

test('a new project begins like another one, with a picture of its own', async ({ page }) => {
  await newPerson(page)
  const id = await addProject(page, 'Harbour School')
  await page.goto(`/project/${id}/settings`)
  await page.getByRole('button', { name: 'Add section' }).click()
  const dialog = dialogs(page)
  await dialog.getByLabel('Name').fill('North wing')
  await dialog.getByRole('button', { name: 'Add section' }).click()
  await expect(page.getByRole('button', { name: 'Edit section North wing' })).toBeVisible()

  await page.goto('/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  await dialog.getByLabel('Name').fill('Harbour Hall')
  await dialog.getByRole('combobox', { name: 'Copy settings from' }).click()
  await page.getByRole('option', { name: /Harbour School/ }).click()
  await dialog.locator('input[type=file]').setInputFiles(await picture(page))
  await expect(dialog.getByRole('img', { name: 'Picture' })).toBeVisible()
  await look(page)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/models$/)
  await page.goto(`${page.url().replace(/models$/, 'settings')}`)
  await expect(page.getByRole('button', { name: 'Edit section North wing' })).toBeVisible()
  await page.goto('/projects')
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour Hall' })
  await expect(card.locator('img[src*="/picture"]')).toHaveCount(1)
})

test('projects wait for the invitations above them, and appear without them when those fail to load', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL, MAREN)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/project/invite', async (route) => {
    await held.promise
    await route.continue()
  })
  const answered = page.waitForResponse(/\/api\/v2\/project$/)
  await page.goto('/projects')
  await answered
  const project = page.getByRole('link', { name: /Demo Tower/ }).first()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await drawn(page, 30)
  await expect(project).toHaveCount(0)
  held.resolve()
  await expect(project).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' }).first()).toBeVisible()

  await page.unroute('**/api/project/invite')
  await page.route('**/api/project/invite', (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  await expect(project).toBeVisible()
})

test('projects are shown without their filters when these fail to load', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  // a connection that went silent
  await page.route(/projects-later-.*\.js/, () => undefined)
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: 'Demo Tower', exact: true }).first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
