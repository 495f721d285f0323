import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { headersOf, logIn, look, newPerson, PASSWORD, part } from './account-parts.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { test } from './test.ts'

/** Access without the person: API tokens they create, and OAuth clients they authorize. */

async function openMe(page: Page) {
  await page.goto('/me#api-access')
  await expect(part(page, 'API access').getByText('You have no API tokens.')).toBeVisible()
}

test('a token is made, copied once, used, and revoked', async ({ page, playwright, baseURL }) => {
  const email = await newPerson(page)
  await openMe(page)
  await part(page, 'API access').getByRole('button', { name: 'New API token' }).click()
  const dialog = dialogs(page)
  await look(page)
  await dialog.getByLabel('Name').fill('Nightly report')
  await dialog.getByLabel('Your password').fill('not my password at all')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Bad password')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByRole('heading', { name: 'Copy your token' })).toBeVisible()
  await look(page)
  const token = (await dialog.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^plb_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = part(page, 'API access').getByRole('listitem').filter({ hasText: 'Nightly report' })
  await expect(row.getByText('Read only')).toBeVisible()
  await expect(row.getByText('never used')).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  const program = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect(await (await program.get('/api/me')).json()).toMatchObject({ email })
  expect((await program.post('/api/project', { data: { name: 'By a program' } })).status()).toBe(403)

  await look(page)
  await row.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(part(page, 'API access').getByText('You have no API tokens.')).toBeVisible()
  expect((await program.get('/api/me')).status()).toBe(401)
})

test('a project that is not among the first thousand is found for a token, as a template and by the palette', async ({
  page,
}) => {
  await newPerson(page)
  const headers = await headersOf(page)
  const made = await page.request.post('/api/project', { headers, data: { name: 'Lighthouse' } })
  expect(made.status()).toBe(201)
  const first = Array.from({ length: 1000 }, () => randomUUID())
  await page.route('**/api/v2/project', async (route) => {
    const [project] = (await (await route.fetch()).json()) as { id: string; name: string }[]
    await route.fulfill({ json: first.map((id, index) => ({ ...project, id, name: `Block ${index}` })) })
  })
  await openMe(page)
  await part(page, 'API access').getByRole('button', { name: 'New API token' }).click()
  const dialog = dialogs(page)
  await dialog.getByLabel('Name').fill('Nightly report')
  await dialog.getByRole('combobox', { name: 'Limit to a project' }).fill('lighth')
  await page.getByRole('option', { name: 'Lighthouse' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = part(page, 'API access').getByRole('listitem').filter({ hasText: 'Nightly report' })
  await expect(row).toContainText('Lighthouse')

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('lighth')
  await palette.getByRole('option', { name: /^Lighthouse/ }).click()
  await expect(page).toHaveURL(/\/project\//)

  await leaveHistory(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await dialog.getByRole('combobox', { name: 'Copy settings from' }).fill('lighth')
  await page.getByRole('option', { name: /^Lighthouse/ }).click()
  await expect(dialog.getByRole('combobox', { name: 'Copy settings from' })).toHaveValue(/^Lighthouse/)
})

test('the late answer to the end of a token leaves the question about another open', async ({ page }) => {
  await newPerson(page)
  const headers = await headersOf(page)
  for (const name of ['First', 'Second']) {
    const data = { name, scope: 'READ', project_id: null, expires_in_days: 30, password: PASSWORD }
    expect((await page.request.post('/api/me/token', { headers, data })).status()).toBe(201)
  }
  await page.goto('/me#api-access')
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/me\/token\/[^/]+$/, async (route) => {
    await answer.promise
    await route.continue()
  })
  const revoke = (name: string) => page.getByRole('button', { name: `Revoke ${name}` })
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Revoke token' })
  await revoke('First').click()
  await confirm.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await revoke('Second').click()
  await expect(confirm).toBeEnabled()
  answer.resolve()
  await expect(revoke('First')).toHaveCount(0)
  await expect(dialog).toContainText('Second')
  await confirm.click()
  await expect(part(page, 'API access').getByText('You have no API tokens.')).toBeVisible()
})

/** A third-party OAuth client: its redirect address and its token exchange. */
async function newProgram(page: Page) {
  const redirect_uri = `${new URL(page.url()).origin}/welcome`
  const registered = await page.request.post('/oauth/register', {
    data: { client_name: 'Clash checker', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const code_verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    state: 'xyz',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const exchange = async (code: string) => {
    const form = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier }
    const answer = await page.request.post('/oauth/token', { form })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  return { address: `/oauth/authorize?${asked}`, exchange }
}

test('a program is allowed after signing in, works, and is disconnected', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newPerson(page)
  await openMe(page)
  const { address, exchange } = await newProgram(page)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto(address)
  await other.waitForURL(/\/welcome$/)
  await logIn(other, email)
  await expect(other.getByRole('heading', { name: 'A program requests access' })).toBeVisible()
  await expect(other.getByText('Not verified')).toBeVisible()
  await expect(other.getByText(`You are signed in as ${email}.`)).toBeVisible()
  await look(other)
  await other.getByRole('button', { name: 'Allow', exact: true }).click()
  await other.waitForURL(/\/welcome\?.*code=/)
  const answer = new URL(other.url()).searchParams
  expect([answer.get('state'), answer.get('iss')]).toEqual(['xyz', baseURL])
  const token = await exchange(answer.get('code') ?? '')
  const user = () =>
    page.request.get('/foundation/1.1/current-user', { headers: { authorization: `Bearer ${token}` } })
  expect(await (await user()).json()).toMatchObject({ id: email })

  const row = part(page, 'API access').getByRole('listitem').filter({ hasText: 'Clash checker' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Disconnect Clash checker' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect program' }).click()
  await expect(part(page, 'API access').getByText('No connected programs.')).toBeVisible()
  expect((await user()).status()).toBe(401)
})

test('denying access redirects back to the program, and a malformed request redirects nowhere', async ({
  page,
}) => {
  await newPerson(page)
  await openMe(page)
  const { address } = await newProgram(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(/\/welcome\?.*error=access_denied/)
  await page.goto(address.replace('%2Fwelcome', '%2Felsewhere'))
  await expect(page.getByRole('heading', { name: 'Access cannot be granted' })).toBeVisible()
  await look(page)
  await expect(page).toHaveURL(/\/oauth\/authorize/)
  await openMe(page)
  await expect(part(page, 'API access').getByText('No connected programs.')).toBeVisible()
})
