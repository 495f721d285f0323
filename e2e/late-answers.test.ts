import { expect, type Page } from '@playwright/test'
import { headersOf, linkFor, newAddress, newPerson, PASSWORD } from './account-parts.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'

/** Forms and dialogs of people, companies and projects whose answers are late, lost or refused. */

const dialog = (page: Page) => dialogs(page)

/** A page whose server is away for the calls of a path. */
const cutOff = (page: Page, path: RegExp, method = 'GET') =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()))

async function ownProject(page: Page, name: string): Promise<string> {
  await newPerson(page)
  const made = await page.request.post('/api/project', { headers: await headersOf(page), data: { name } })
  return ((await made.json()) as { id: string }).id
}

test('a project code that could not be looked up is not called unknown', async ({ page }) => {
  await newPerson(page)
  await cutOff(page, /\/lookup\/code\//)
  await page.goto('/client')
  await page.getByLabel('Project code').fill('K7QF-3M9D')
  await page.getByRole('button', { name: 'Find project' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText('No project has this code')).toHaveCount(0)
})

test('a level that could not be saved says so', async ({ page }) => {
  const id = await ownProject(page, 'Quiet Mill')
  await page.goto(`/project/${id}/settings`)
  await cutOff(page, /\/level$/, 'POST')
  await page.getByRole('button', { name: 'Add level' }).first().click()
  await dialog(page).getByLabel('Name').fill('Roof')
  await dialog(page).getByLabel('Elevation').fill('6')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/No connection|connection/).first()).toBeVisible({ timeout: 15_000 })
})

test('a newcomer whose request was sent before the page was loaded again goes on', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page, 'Waiting Room')
  const code = (await (await page.request.get(`/api/project/${id}/access/code`)).json()) as { code: string }
  const other = await (await browser.newContext({ baseURL })).newPage()
  const email = newAddress()
  await other.request.post('/api/signup', { data: { email } })
  const key = new URLSearchParams((await linkFor(other, email)).split('?')[1]).get('code')
  const person = { first_name: 'Ines', last_name: 'Okafor', password: PASSWORD, terms_accepted: true }
  await other.request.put('/api/signup', { data: { code: key, ...person } })
  await other.goto('/onboarding')
  const look = async () => {
    await other.getByRole('button', { name: 'I was invited, or have a project code' }).click()
    await other.getByLabel('Project code').fill(code.code)
    await other.getByRole('button', { name: 'Find project' }).click()
  }
  await look()
  await other.getByLabel('Your role in the project').click()
  await other.getByRole('option', { name: 'Architect' }).click()
  await other.getByRole('button', { name: 'Request access' }).click()
  await expect(other.getByRole('button', { name: 'Continue while the request is pending' })).toBeVisible()
  await other.reload()
  await look()
  await expect(other.getByText('Request sent to Waiting Room')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue while the request is pending' })).toBeVisible()
})
