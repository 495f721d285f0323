import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { headersOf, look, newPerson, PASSWORD, part } from './account-parts.ts'
import { queueSweep } from './change-rows.ts'
import { enter, JONAS } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import { buildHouse, makeOlder } from './older-models.ts'
import { operate } from './operate.ts'
import { shortenPauses } from './shorten-pauses.ts'
import { test } from './test.ts'
import { arrived } from './viewer-parts.ts'

/** Signs a new operator in; the page shows the projects. */
async function newOperator(page: Page) {
  const email = await newPerson(page)
  await page.request.patch('/api/me', {
    headers: await headersOf(page),
    data: { first_name: 'Olga', last_name: 'Operator' },
  })
  expect(operate('operators', 'add', email)).toContain(`${email} administers this server`)
  await page.goto('/projects')
  return email
}

/** The sweep counts the stored bytes of new companies. */
async function countCompanies(page: Page) {
  queueSweep()
  const listCompanies = async () =>
    ((await (await page.request.get('/api/admin/company')).json()) as { items: unknown[] }).items.length
  await expect.poll(listCompanies).toBeGreaterThan(0)
}

test('an operator finds a person, locks and unlocks them; their open page shows it', async ({
  page,
  browser,
  baseURL,
}) => {
  const locked = await (await browser.newContext({ baseURL })).newPage()
  const email = await newPerson(locked)
  await locked.goto('/admin')
  await expect(locked.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await locked.goto('/projects')

  await newOperator(page)
  await page.getByRole('button', { name: /Your profile/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.getByRole('searchbox', { name: 'Search people' }).fill(email)
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('row')).toHaveCount(2)
  await look(page)
  await people.getByRole('link', { name: 'Ines Okafor' }).click()
  await expect(part(page, 'Account')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Lock account' }).click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('The person is told by e-mail.')
  await look(page)
  await asking.getByRole('button', { name: 'Lock account' }).click()
  await expect(page.getByText(/^Locked since/)).toBeVisible()

  await expect(locked.getByText('Your account is locked by the operator of this server')).toBeVisible()
  await look(locked)
  await locked.getByLabel('E-mail').fill(email)
  await locked.getByLabel(/^Password/).fill(PASSWORD)
  await locked.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(locked.getByText('This account is locked by the operator of this server.')).toBeVisible()

  await page.getByRole('button', { name: 'Unlock account' }).click()
  await expect(page.getByText(/^Locked since/)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('unlocked the account of Ines Okafor')
  await locked.getByLabel(/^Password/).fill(PASSWORD)
  await locked.getByRole('button', { name: 'Log in', exact: true }).click()
  await locked.waitForURL(/\/projects/)

  // without the notice, which covers the dialog on phones
  await page.reload()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const deleting = dialogs(page)
  await deleting.getByLabel('Your password').fill('not my password')
  await deleting.getByRole('button', { name: 'Delete account' }).click()
  await expect(deleting.getByLabel('Your password')).toHaveAccessibleDescription('Bad password')
  await look(page)
  await deleting.getByLabel('Your password').fill(PASSWORD)
  await deleting.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/admin\?part=people$/)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const log = page.getByRole('list', { name: 'Log' })
  await expect(log.getByRole('listitem').first()).toContainText('Olga Operator deleted the account of')
  await look(page)
})

test('an operator merges two accounts, and the closed account’s page says where to log in', async ({
  page,
  browser,
  baseURL,
}) => {
  const twice = await (await browser.newContext({ baseURL })).newPage()
  const kept = await newPerson(twice)
  const old = await (await browser.newContext({ baseURL })).newPage()
  const givenUp = await newPerson(old)
  const headers = await headersOf(old)
  await old.request.patch('/api/me', { headers, data: { last_name: 'Okafor-Berg' } })
  await old.request.post('/api/project', { headers, data: { name: 'Lighthouse' } })
  await old.goto('/projects')
  await expect(old.getByText('Lighthouse').first()).toBeVisible()

  await newOperator(page)
  await page.goto('/admin')
  await page.getByRole('searchbox', { name: 'Search people' }).fill(kept)
  // the previous rows stay until those of the search arrive
  await page
    .getByRole('row')
    .filter({ hasText: kept })
    .getByRole('link', { name: 'Ines Okafor', exact: true })
    .click()
  await page.getByRole('button', { name: 'Merge accounts' }).click()
  const dialog = dialogs(page)
  await look(page)
  await dialog.getByRole('combobox', { name: 'The other account' }).fill(givenUp)
  await page.getByRole('option', { name: givenUp }).click()
  const side = (name: string) => dialog.getByRole('region', { name })
  await expect(side('This account is given up')).toContainText('Lighthouse · Administrator')
  await expect(side('This account stays')).toContainText(kept)
  await look(page)
  await dialog.getByRole('button', { name: 'Keep the other account instead' }).click()
  await expect(side('This account stays')).toContainText(givenUp)
  await dialog.getByRole('button', { name: 'Keep the other account instead' }).click()
  await expect(side('This account stays')).toContainText(kept)
  await dialog.getByLabel('Address of the account that is given up').fill(kept)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Merge accounts' }).click()
  await expect(dialog.getByLabel('Address of the account that is given up')).toHaveAccessibleDescription(
    /This is not the address/,
  )
  await look(page)
  await dialog.getByLabel('Address of the account that is given up').fill(givenUp)
  await dialog.getByRole('button', { name: 'Merge accounts' }).click()
  await expect(page.getByText('Accounts merged')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Log' })).toContainText(
    'merged the account of Ines Okafor-Berg',
  )

  await expect(old.getByText('Your account was merged into another account of yours')).toBeVisible()
  await look(old)
  await twice.goto('/projects')
  await expect(twice.getByText('Lighthouse').first()).toBeVisible()

  await page.goto('/admin?part=people&state=MERGED')
  await page.getByRole('link', { name: 'Ines Okafor-Berg' }).click()
  await expect(page.getByRole('link', { name: `Open the kept account: ${kept}` })).toBeVisible()
  await look(page)
})

test('an operator sees companies by stored bytes, the queues, and starts a failed conversion again', async ({
  page,
}) => {
  await newOperator(page)
  const headers = await headersOf(page)
  const project = await page.request.post('/api/project', { headers, data: { name: 'Harbour School' } })
  const { id } = (await project.json()) as { id: string }
  const buffer = Buffer.from(
    `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('0RyAXl0O,$,$);\nENDSEC;\nEND-ISO-10303-21;\n`,
  )
  await page.goto(`/project/${id}/models`)
  const file = { name: 'empty-house.ifc', mimeType: 'application/x-step', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await dialogs(page).getByRole('button', { name: 'Upload' }).click()

  const listFailed = async () => (await page.request.get('/api/admin/conversion')).text()
  await expect.poll(listFailed).toContain('empty-house.ifc')

  await page.goto('/admin?part=work')
  const failures = page.getByRole('list', { name: 'Failed conversions' })
  const failure = failures.getByRole('listitem').filter({ hasText: 'empty-house.ifc' }).first()
  await expect(failure).toContainText('Harbour School')
  await look(page)
  await failure.getByRole('button', { name: 'Run again: empty-house.ifc' }).click()
  await expect(page.getByText('The conversion waits in the queue')).toBeVisible()
  await expect.poll(listFailed).toContain('"attempts":2')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(failure).toContainText('2 attempts')

  await countCompanies(page)
  await page.getByRole('link', { name: 'Companies' }).click()
  const companies = page.getByRole('table', { name: 'Companies' })
  await expect(companies.getByRole('row').nth(1)).toContainText(/[kMG]?B/)
  await look(page)
})

test('during maintenance every page shows it, writes wait, and everything is sent afterwards', async ({
  page,
  browser,
  baseURL,
}) => {
  const sentence = 'The server moves to a larger machine.'
  await newOperator(page)
  const visitor = await (await browser.newContext({ baseURL })).newPage()
  const writer = await enter(browser, baseURL, JONAS)
  // between reads of pages without a socket, and during the maintenance
  for (const { context } of [writer, { context: visitor.context() }, { context: page.context() }])
    await shortenPauses(context, [15_000])
  await visitor.goto('/login')
  const file = await writer.context.newPage()
  await file.goto(`/project/${writer.projectId}/models`)
  await expect(file.locator('input[type=file]').first()).toBeAttached()
  await writer.page.goto(`/project/${writer.projectId}/issues/1`)
  const comments = writer.page.getByRole('list', { name: 'Comments and changes' })
  await expect(comments).toBeVisible()

  await page.goto('/admin?part=server')
  const card = part(page, 'Maintenance')
  await card.getByRole('textbox', { name: 'What people should know' }).fill(sentence)
  await card.getByLabel('Expected end').fill('2020-01-01T10:00')
  await card.getByRole('button', { name: 'Begin maintenance' }).click()
  await expect(card.getByLabel('Expected end')).toHaveAccessibleDescription(/This moment has passed/)
  await card.getByLabel('Expected end').fill('2126-12-01T10:00')
  await card.getByRole('button', { name: 'Begin maintenance' }).click()
  try {
    await expect(card.getByText('This server is under maintenance.')).toBeVisible()
    for (const each of [page, writer.page, file, visitor])
      await expect(each.getByText(`Maintenance. ${sentence} Expected to end`)).toBeVisible()
    await look(page)
    await look(visitor)

    await writer.page.getByRole('textbox', { name: 'Write a comment' }).fill('Written during the maintenance')
    await writer.page.keyboard.press('Control+Enter')
    await expect(comments).toContainText('Written during the maintenance')
    await expect(writer.page.getByRole('button', { name: /Saved on this device: \d/ })).toBeVisible()
    const buffer = Buffer.from(
      `ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('0RyAXl0O,$,$);\nENDSEC;\nEND-ISO-10303-21;\n`,
    )
    const model = { name: 'late-house.ifc', mimeType: 'application/x-step', buffer }
    await file.locator('input[type=file]').first().setInputFiles(model)
    await dialogs(file).getByRole('button', { name: 'Upload' }).click()
    const uploads = file.getByRole('list', { name: 'Uploads' })
    await expect(uploads).toContainText('Continues when the maintenance of the server has ended.')
  } finally {
    expect(operate('maintenance', 'off')).toContain('Maintenance has ended')
  }
  for (const each of [page, writer.page, file, visitor])
    await expect(each.getByText('Maintenance. The server')).toHaveCount(0)
  const issues = await writer.context.request.get(`/api/project/${writer.projectId}/issue/number/1`)
  const { id } = (await issues.json()) as { id: string }
  const read = async (path: string) =>
    (await writer.context.request.get(`/api/project/${writer.projectId}${path}`)).text()
  await expect.poll(() => read(`/issue/${id}/timeline`)).toContain('Written during the maintenance')
  await expect.poll(() => read('/bim-file-header')).toContain('late-house')
  await expect(file.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  await page.goto('/admin?part=log')
  const log = page.getByRole('list', { name: 'Log' })
  await expect(log.getByRole('listitem').first()).toContainText('ended the maintenance of the server')
  await expect(log.getByRole('listitem').nth(1)).toContainText(
    'Olga Operator put the server under maintenance',
  )
})

test('an operator compares rows with the stored files, and exports the missing ones', async ({ page }) => {
  await newOperator(page)
  await page.goto('/admin?part=storage')
  const stored = part(page, 'Stored files')
  await stored.getByRole('button', { name: 'Check now' }).click()
  await expect(stored.getByText('All files that rows name are stored.')).toBeVisible()
  await look(page)
  const kept = path.join(process.env.E2E_DATA ?? '', 'blobs/variants')
  const [variant = ''] = fs.readdirSync(kept)
  fs.renameSync(path.join(kept, variant), `${kept}-away`)
  try {
    await stored.getByRole('checkbox', { name: 'Read every file and compare checksums' }).check()
    await stored.getByRole('button', { name: 'Check now' }).click()
    const findings = stored.getByRole('list', { name: 'Findings' })
    await expect(findings.getByRole('listitem').first()).toContainText(`variants/${variant}/file`)
    await expect(stored.getByText('with checksums')).toBeVisible()
    await look(page)
    const download = page.waitForEvent('download')
    await stored.getByRole('link', { name: 'Export as CSV' }).click()
    const csv = fs.readFileSync(await (await download).path(), 'utf8')
    expect(csv).toContain(`variants/${variant}/file`)
  } finally {
    fs.renameSync(`${kept}-away`, path.join(kept, variant))
  }
})

test('an operator converts older models again; an open viewer keeps using the old artefacts', async ({
  page,
}) => {
  await newOperator(page)
  const headers = await headersOf(page)
  const project = await page.request.post('/api/project', { headers, data: { name: 'Older School' } })
  const { id } = (await project.json()) as { id: string }
  const file = { name: 'older-house.ifc', mimeType: 'application/x-step', buffer: buildHouse(4711) }
  await page.goto(`/project/${id}/models`)
  await page.locator('input[type=file]').first().setInputFiles(file)
  await dialogs(page).getByRole('button', { name: 'Upload' }).click()
  const readCurrent = async () => {
    const files = await page.request.get(`/api/project/${id}/bim-file-header`)
    const [header] = (await files.json()) as { current: { id: string; artefacts_key: string } | null }[]
    return header?.current
  }
  const readKey = async () => (await readCurrent())?.artefacts_key ?? ''
  await expect.poll(readKey, { timeout: 60_000 }).toMatch(/^[0-9a-f]{40}-/)
  const older = makeOlder(await readKey())

  const viewer = await page.context().newPage()
  await viewer.goto(`/project/${id}/viewer`)
  await arrived(viewer)
  const asked: string[] = []
  viewer.on('request', (request) => asked.push(request.url()))

  await page.goto('/admin?part=work')
  const card = part(page, 'Models of an older converter')
  await expect(
    card.getByText(/^\d+ models? of \d+ compan(y|ies) w(as|ere) converted by another version/),
  ).toBeVisible()
  const company = card.getByRole('button', { expanded: false }).first()
  await company.click()
  await expect(card.getByText('older-house.ifc')).toBeVisible()
  await look(page)
  await card.getByRole('button', { name: 'Convert again: older-house.ifc' }).click()
  await expect(page.getByText('1 model waits to be converted again')).toBeVisible()
  await expect(card.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(card.getByRole('status').filter({ hasText: 'Completed' })).toContainText('older-house.ifc')
  await expect(card.getByText('All models were converted by this version.')).toBeVisible()
  await look(page)
  expect(await readKey()).not.toBe(older)

  // later requests of the open page are for the conversion it has opened; only manifests of others are read, for
  // the positions of models relative to each other
  const isForeign = (url: string) =>
    url.includes('/model/') && !url.includes(older) && !url.endsWith('/manifest.json')
  await viewer.getByRole('treeitem').first().click()
  await viewer.getByRole('treeitem').first().press('ArrowRight')
  expect(asked.filter(isForeign)).toEqual([])
  const block = `/api/project/${id}/model/${(await readCurrent())?.id}/${older}/props-0.json`
  expect((await viewer.request.get(block)).status()).toBe(200)
  expect(operate('reconvert', '--dry-run')).toContain('0 models of 0 companies')
})

test('an operator rebuilds derived data, of a project and of everything', async ({ page }) => {
  await newOperator(page)
  const headers = await headersOf(page)
  await page.request.post('/api/project', { headers, data: { name: 'Reindexed School' } })
  await countCompanies(page)
  await page.goto('/admin?part=storage')
  const card = part(page, 'Derived data')
  await card.getByRole('button', { name: 'Rebuild all' }).click()
  await expect(card.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(card.getByText('No row differed from its source.')).toBeVisible()
  await card.getByRole('button', { name: 'Choose' }).click()
  const companies = card.getByRole('list', { name: 'Companies by stored bytes' })
  await companies.getByRole('button', { expanded: false }).first().click()
  const projects = companies.getByRole('list', { name: /^Projects of / })
  await expect(projects.getByRole('listitem').first()).toBeVisible()
  await look(page)
  const rebuild = projects.getByRole('button', { name: /^Rebuild: / }).first()
  const name = ((await rebuild.getAttribute('aria-label')) ?? '').replace('Rebuild: ', '')
  await rebuild.click()
  await expect(card.getByRole('status').filter({ hasText: 'Completed' })).toContainText(name, {
    timeout: 60_000,
  })
  expect(operate('reindex', 'status')).toContain(`completed of the project ${name}`)
})
