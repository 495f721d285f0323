import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { headersOf, look, newPerson, part, tabTo } from './account-parts.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'

/** Webhooks from an administrator's view, with a receiving server. */

interface Receiver {
  url: string
  status: number
  types: string[]
}
const opened: http.Server[] = []
test.afterEach(() => {
  for (const server of opened.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function makeReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', status: 204, types: [] }
  const server = http.createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    receiver.types.push((JSON.parse(body) as { type: string }).type)
    reply.writeHead(receiver.status).end()
  })
  opened.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plumbline`
  return receiver
}

/** Opens the settings of a new project; returns its id. */
async function openSettings(page: Page): Promise<string> {
  await newPerson(page)
  const made = await page.request.post('/api/project', {
    headers: await headersOf(page),
    data: { name: 'Harbour School' },
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/project/${id}/settings#webhooks`)
  await expect(part(page, 'Webhooks').getByText('This project has no webhooks.')).toBeVisible()
  return id
}

const row = (page: Page, url: string) => part(page, 'Webhooks').getByRole('listitem').filter({ hasText: url })
async function choose(page: Page, url: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const dialogOf = (page: Page) => dialogs(page)

async function addWebhook(page: Page, url: string) {
  await part(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).click()
  await dialogOf(page).getByLabel('Address').fill(url)
  await dialogOf(page).getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Copy the secret' })).toBeVisible()
}

test('a webhook is added, receives an issue event, is tested, switched off and deleted', async ({ page }) => {
  const receiver = await makeReceiver()
  const id = await openSettings(page)
  await look(page)
  await part(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Address').fill('nonsense')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(
    /Enter a URL such as https:\/\/example.com\/path$/,
  )
  await look(page)
  await dialog.getByLabel('Address').fill(receiver.url)
  for (const event of ['Issue created or restored', 'Issue updated', 'Issue deleted', 'Comment added'])
    await dialog.getByRole('checkbox', { name: event }).uncheck()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Issue created or restored' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.locator('code')).toHaveText(/^whsec_[\w+/]{43}=$/)
  await look(page)
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(row(page, receiver.url).getByText('On', { exact: true })).toBeVisible()
  await expect(row(page, receiver.url).getByText('Issue created or restored')).toBeVisible()

  await choose(page, receiver.url, 'Deliveries')
  await expect(dialog.getByText('No deliveries yet.')).toBeVisible()
  const headers = await headersOf(page)
  await page.request.post(`/api/project/${id}/issue`, { headers, data: { name: 'Crack in slab' } })
  const delivered = (event: string) =>
    dialog
      .getByRole('listitem')
      .filter({ hasText: event })
      .getByText(/^Delivered: Response 204 after/)
  await expect(delivered('Issue created')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(delivered('Test')).toBeVisible()
  expect(receiver.types).toEqual(['issue.created', 'test'])
  await look(page)
  await dialog.getByRole('button', { name: /^Send again: Issue created/ }).click()
  await expect.poll(() => receiver.types).toEqual(['issue.created', 'test', 'issue.created'])
  await page.keyboard.press('Escape')

  await choose(page, receiver.url, 'Switch off')
  await expect(row(page, receiver.url).getByText('Off', { exact: true })).toBeVisible()
  await choose(page, receiver.url, 'Delete webhook')
  const asked = page.getByRole('alertdialog')
  await expect(asked.getByText(`Nothing more is sent to ${receiver.url}`)).toBeVisible()
  await asked.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(part(page, 'Webhooks').getByText('This project has no webhooks.')).toBeVisible()
})

test('a failing webhook is reported at once, its address and secret are changed, and it works by keyboard on a phone', async ({
  page,
}) => {
  const [receiver, other] = [await makeReceiver(), await makeReceiver()]
  receiver.status = 500
  await openSettings(page)
  await addWebhook(page, receiver.url)
  const secret = await dialogOf(page).locator('code').textContent()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await choose(page, receiver.url, 'Send test')
  await expect(
    dialogOf(page).getByText(/^Waiting: Response 500 after \d+ ms, 1 attempt, next at/),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, receiver.url).getByText('Failing', { exact: true })).toBeVisible()
  await look(page)

  await choose(page, receiver.url, 'Edit webhook')
  await dialogOf(page).getByLabel('Address').fill(other.url)
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, other.url).getByText('On', { exact: true })).toBeVisible()
  await choose(page, other.url, 'New secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
  await expect(dialogOf(page).locator('code')).toHaveText(/^whsec_/)
  expect(await dialogOf(page).locator('code').textContent()).not.toBe(secret)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()

  await page.setViewportSize({ width: 360, height: 740 })
  const actions = page.getByRole('button', { name: `Actions for ${other.url}` })
  await part(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).focus()
  await tabTo(page, actions)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Deliveries' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText(/^Delivered: Response 204/)).toBeVisible()
  expect(other.types).toEqual(['test'])
})

test('the palette leads there', async ({ page }) => {
  const id = await openSettings(page)
  await page.goto(`/project/${id}/overview`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Webhooks')
  await page.getByRole('option', { name: /^Webhooks/ }).click()
  await expect(part(page, 'Webhooks').getByText('This project has no webhooks.')).toBeInViewport()
})
