import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Issue } from '@plumbline/contract/issues/issues'
import { queueSweep } from './change-rows.ts'
import { antiForgery, enter, JONAS, MAREN, makeIssue, send } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import {
  launch,
  launchEmpty,
  loseNetwork,
  openIssues,
  readsOnDevice,
  removeProfiles,
  signIn,
  waitUntilInstalled,
} from './offline-parts.ts'
import { buildHouse, makeOlder } from './older-models.ts'
import { operate } from './operate.ts'
import { test } from './test.ts'
import { arrived, said, spot } from './viewer-parts.ts'

/** Work without a network, in a browser with a profile on the disk that is closed and started again. */

test.afterAll(removeProfiles)

/** in the top bar while something waits */
const badge = (page: Page) =>
  page.getByRole('button', { name: /Saved on this device|Syncing|Needs attention/ })

const NEEDS_CONNECTION = 'You need to be online for this'

test('opened data is available offline, also after restarting the browser', async () => {
  let context = await launchEmpty('start')
  const person = await signIn(context)
  await openIssues(person)
  const title = (await person.page.getByRole('row').nth(1).innerText())
    .split('\n')
    .find((each) => each.length > 8)
  await context.close()

  context = await launchEmpty('start')
  const restoreNetwork = await loseNetwork(context)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`/project/${person.projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText(title ?? 'nothing').first()).toBeVisible()
  await expect(page.getByText(/You are offline\. What you see is as of \d\d:\d\d\./)).toBeVisible()
  // a screen that was never opened shows a message
  await page.goto(`/project/${person.projectId}/activity`)
  await expect(page.getByText('Not everything on this screen is on this device.')).toBeVisible()
  for (const screen of [
    ...['activity', 'models', 'elements'].map((tab) => `/project/${person.projectId}/${tab}`),
    '/chat',
    '/account',
  ]) {
    await page.goto(screen)
    await expect(page.getByText(NEEDS_CONNECTION).first()).toBeVisible()
    await expect(page.getByText(/could not be loaded|Could not load/)).toHaveCount(0)
  }
  await restoreNetwork()
  await expect(page.getByText('You are offline.')).toBeHidden()
  await context.close()
})

test('signing out deletes stored data from the device', async () => {
  const context = await launch('leave')
  const person = await signIn(context)
  const { page } = person
  await openIssues(person)
  await page.getByRole('button', { name: /Your profile/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await readsOnDevice(page)).toEqual([])
  const names = await page.evaluate(() => caches.keys())
  expect(names.filter((name) => !name.startsWith('plumbline-shell-'))).toEqual([])
  await loseNetwork(context)
  await page.goto(`/project/${person.projectId}/issues`)
  await expect(page).toHaveURL(/\/welcome$/)
  await context.close()
})

test('waiting operations are kept when signing out fails without a network', async () => {
  const context = await launch('stays')
  const person = await signIn(context)
  const { page } = person
  await openIssues(person)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await expect(box).toBeVisible()
  const restoreNetwork = await loseNetwork(context)
  await box.fill('Not to be lost')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(badge(page)).toBeVisible()
  await page.getByRole('button', { name: /Your profile/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('Error', { exact: true }).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await restoreNetwork()
  await expect(page.getByText('Not to be lost')).toBeVisible()
  await expect(badge(page)).toBeHidden()
  await context.close()
})

const photo = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: fs.readFileSync(path.join(import.meta.dirname, '../web/public/icon-192.png')),
})

test('an issue with three photos and a comment written without a network arrive once and are seen live', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const other = await makeIssue(jonas, 'Handrail loose on the stairs')
  let context = await launch('work')
  const person = await signIn(context)
  const { projectId } = person
  await openIssues(person)
  await person.page.goto(`/project/${projectId}/issues/${other}`)
  await expect(person.page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  await expect.poll(async () => (await readsOnDevice(person.page)).join()).toContain('timeline')

  await loseNetwork(context)
  let { page } = person
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Two screws are missing')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  await page.goto(`/project/${projectId}/issues?new=1`)
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').fill('Water in the basement')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(['one.png', 'two.png', 'three.png'].map(photo))
  await dialog.getByRole('button', { name: 'Draw on two.png' }).click()
  await page.getByRole('application', { name: 'Drawing' }).focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('Saved on this device', { exact: true }),
  ).toBeVisible()
  // the comment, the issue, three photos and what was drawn on one
  await expect(page.getByRole('button', { name: 'Saved on this device: 6' })).toBeVisible()
  await expect(page.getByRole('list', { name: '1 new issue waits to be sent' })).toContainText(
    'Water in the basement',
  )
  await context.close()

  context = await launch('work')
  page = context.pages()[0] ?? (await context.newPage())
  await jonas.page.goto(`/project/${projectId}/issues`)
  await expect(jonas.page.getByRole('row').nth(1)).toBeVisible()
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByText('Water in the basement').first()).toBeVisible()
  await expect(jonas.page.getByText(/1 new issue|Water in the basement/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Saved on this device|Syncing/ })).toBeHidden()
  const found = (await (
    await context.request.get(`/api/project/${projectId}/issue?q=Water in the basement`)
  ).json()) as { items: { id: string; attachments: number }[] }
  expect(found.items.map(({ attachments }) => attachments)).toEqual([3])
  const filed = (await (
    await context.request.get(`/api/project/${projectId}/issue/${found.items[0]?.id}`)
  ).json()) as Issue
  expect(filed.attachments.map(({ name, markup }) => [name, markup?.shapes.length ?? 0]).sort()).toEqual([
    ['one.png', 0],
    ['three.png', 0],
    ['two.png', 1],
  ])
  await page.goto(`/project/${projectId}/issues/${other}`)
  await expect(page.getByText('Two screws are missing')).toHaveCount(1)
  await context.close()
})

test('a large upload interrupted by a lost network and a closed browser continues where it stopped, and arrives once', async () => {
  const PIECE = 1024 * 1024
  const file = { name: 'walk.bin', mimeType: 'application/octet-stream', buffer: randomBytes(4 * PIECE) }
  const offsets: number[] = []
  let cuts = 0
  /** Records the start of each piece; cuts the network after `most` of them. */
  const watch = async (context: BrowserContext, most: number) => {
    await context.route('**/api/upload/*', async (route) => {
      const offset = route.request().headers()['upload-offset']
      if (route.request().method() !== 'PATCH') return await route.continue()
      if (offsets.length >= most) {
        cuts++
        return await route.abort('connectionfailed')
      }
      offsets.push(Number(offset))
      await route.continue()
    })
  }
  let context = await launch('pieces')
  const person = await signIn(context)
  const { projectId } = person
  const issue = await makeIssue(person, 'Film of the walk')
  await watch(context, 2)
  await person.page.goto(`/project/${projectId}/issues/${issue}`)
  await person.page.locator('input[type=file]:not([capture])').first().setInputFiles(file)
  // the piece before the cut has arrived
  await expect.poll(() => cuts).toBeGreaterThan(0)
  expect(offsets).toEqual([0, PIECE])
  await expect(person.page.getByRole('button', { name: 'Saved on this device: 1' })).toBeVisible()
  await context.close()

  context = await launch('pieces')
  await watch(context, Number.POSITIVE_INFINITY)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`/project/${projectId}/issues/${issue}`)
  const countFiles = async () => {
    const found = (await (
      await context.request.get(`/api/project/${projectId}/issue?q=Film of the walk`)
    ).json()) as { items: { attachments: number }[] }
    return found.items.map(({ attachments }) => attachments)
  }
  await expect.poll(countFiles).toEqual([1])
  expect(offsets).toEqual([0, PIECE, 2 * PIECE, 3 * PIECE])
  await expect(page.getByRole('button', { name: /Saved on this device|Syncing/ })).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /walk\.bin/ }).click()
  expect(fs.readFileSync(await (await download).path()).equals(file.buffer)).toBe(true)
  await context.close()
})

test('a field that two people changed is decided by the person, with both values shown', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const number = await makeIssue(jonas, 'Window scratched')
  const context = await launch('conflict')
  const person = await signIn(context)
  const { page, projectId } = person
  await openIssues(person)
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('heading', { name: 'Window scratched' })).toBeVisible()
  await expect.poll(async () => (await readsOnDevice(page)).join()).toContain('/issue/number/')
  const restoreNetwork = await loseNetwork(context)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Window scratched, axis 4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saved on this device: 1' })).toBeVisible()
  const path = `/api/project/${projectId}/issue`
  const { id } = (await (await jonas.context.request.get(`${path}/number/${number}`)).json()) as {
    id: string
  }
  const reply = await jonas.context.request.patch(`${path}/${id}`, {
    headers: await antiForgery(jonas.context),
    data: { name: 'Window broken' },
  })
  expect(reply.ok()).toBe(true)
  await restoreNetwork()
  await page.getByRole('button', { name: /Needs attention/ }).click()
  const centre = page.getByRole('dialog', { name: 'On this device' })
  await expect(centre.getByText('Window scratched, axis 4').last()).toBeVisible()
  await expect(centre.getByText('Window broken')).toBeVisible()
  await centre.getByRole('button', { name: 'Save the decision' }).click()
  await expect(centre.getByText('Nothing waits on this device')).toBeVisible()
  const now = (await (await context.request.get(`${path}/${id}`)).json()) as { name: string }
  expect(now.name).toBe('Window scratched, axis 4')
  await context.close()
})

test('every issue of a project that was made available offline is there, and search and filters work', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const jonas = await enter(browser, baseURL, JONAS)
  const number = await makeIssue(jonas, 'Sprinkler head painted over', { priority: 'CRITICAL' })
  const context = await launch('pinned')
  const person = await signIn(context)
  const { page, projectId } = person
  await page.goto('/projects')
  await waitUntilInstalled(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('button', { name: 'Actions for Demo Tower' }).first().click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  await dialog.getByRole('checkbox').first().check()
  await expect(dialog.getByText(/About .* on this device/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await expect(dialog.getByText(/On this device as of/)).toBeVisible()
  expect(requests.filter((url) => url.includes('/changes'))).toHaveLength(1)
  await loseNetwork(context)
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('heading', { name: 'Sprinkler head painted over' })).toBeVisible()
  await page.goto(`/project/${projectId}/issues?q=sprinkler&priority=CRITICAL`)
  await expect(page.getByRole('link', { name: 'Sprinkler head painted over' })).toBeVisible()
  // the list is complete, so there is no message about missing data
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText('Not everything on this screen')).toHaveCount(0)
  await page.goto(`/project/${projectId}/issues?q=beam`)
  const cover = page.getByRole('row').locator('img[src*="as=marked_thumbnail"]').first()
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await page.goto(`/project/${projectId}/issues?q=sprinkler&priority=LOW`)
  await expect(page.getByText('No matching issues')).toBeVisible()
  await context.close()
})

test('a project that one tab makes available is not fetched again by another tab that opens meanwhile', async () => {
  test.setTimeout(300_000)
  const context = await launch('two-tabs')
  const { page } = await signIn(context)
  await page.goto('/projects')
  await waitUntilInstalled(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/issue\/view(\?|$)/, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Actions for Demo Tower' }).first().click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  const begun = page.waitForRequest(/\/issue\/view(\?|$)/)
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await begun
  const other = await context.newPage()
  const requests: string[] = []
  other.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // the code that updates projects
  const updates = other.waitForRequest(/pin-project/)
  await other.goto('/projects')
  await updates
  release()
  await expect(dialog.getByText(/On this device as of/)).toBeVisible()
  expect(requests.filter((path) => path.endsWith('/changes'))).toEqual([])
  await context.close()
})

test('a model that was made available opens without a network, with its tree, properties, search, scanned sheets and new issues with photos', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const jonas = await enter(browser, baseURL, JONAS)
  const context = await launch('model')
  const person = await signIn(context)
  const { page, projectId } = person
  const read = async () =>
    (await (await jonas.context.request.get(`/api/project/${projectId}/bim-file-header`)).json()) as {
      id: string
      current: unknown
    }[]
  await expect.poll(async () => (await read()).filter(({ current }) => current !== null).length).toBe(3)
  const marker = await send<{ id: string }>(jonas, 'post', `/api/project/${projectId}/marker`, {
    label: 'Riser door',
    position: { x: 20, y: 9.12, z: 5.3 },
    normal: { x: 0, y: 1, z: 0 },
    anchor: {
      bim_file_header_id: (await read())[0]?.id,
      variant_version_at_creation: 1,
      ifc_guid: null,
      ifc_class: null,
      element_name: null,
      axes: null,
    },
  })
  await page.goto(`/project/${projectId}/models`)
  await waitUntilInstalled(page)
  await page.getByRole('button', { name: 'Actions for Architecture' }).click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  await expect(dialog.getByRole('checkbox', { name: 'Architecture' })).toBeChecked()
  for (const file of await dialog.getByRole('checkbox').all()) await file.check()
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await expect(dialog.getByText(/On this device as of/)).toBeVisible()
  await loseNetwork(context)
  await page.goto(`/project/${projectId}/viewer`)
  await arrived(page)
  await expect(async () => {
    // a part that is not drawn yet cannot be picked
    await page.mouse.click(...(await spot(page, 0.5, 0.37)))
    await expect(said(page)).toHaveText(/^\w.*, .*selected$/, { timeout: 3000 })
  }).toPass()
  await expect(page.getByText('GlobalId', { exact: true })).toBeVisible()
  await page.keyboard.press('c')
  const card = page.getByRole('form', { name: 'New issue' })
  await card.locator('input[type=file]').first().setInputFiles(photo('joint.png'))
  await expect(card.getByText('joint.png', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Create' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved on this device: 2' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('door')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  // this device never scanned it before
  await page.goto(`/q/${marker.id}`)
  await expect(page.getByText('Sheet Riser door', { exact: true })).toBeVisible()
  await arrived(page)
  await page.getByRole('button', { name: 'Nearest open issues' }).click()
  await expect(page.getByRole('heading', { name: 'Riser door' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'm away' }).first()).toBeVisible()
  await context.close()
})

test('a model that is available offline stays available while the server converts it again', async () => {
  test.setTimeout(300_000)
  const context = await launch('reconverted')
  const person = await signIn(context)
  const { page } = person
  const { id } = await send<{ id: string }>(person, 'post', '/api/project', { name: 'Reconverted School' })
  await page.goto(`/project/${id}/models`)
  const file = { name: 'kept-house.ifc', mimeType: 'application/x-step', buffer: buildHouse(4712) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await dialogs(page).getByRole('button', { name: 'Upload' }).click()
  const readKey = async () => {
    const files = await context.request.get(`/api/project/${id}/bim-file-header`)
    return ((await files.json()) as { current: { artefacts_key: string } | null }[])[0]?.current
      ?.artefacts_key
  }
  await expect.poll(readKey, { timeout: 60_000 }).toMatch(/^[0-9a-f]{40}-/)
  const older = makeOlder((await readKey()) ?? '')
  await page.reload()
  await waitUntilInstalled(page)
  await page.getByRole('button', { name: 'Actions for kept-house' }).click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  await dialog.getByRole('checkbox', { name: 'kept-house' }).check()
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await expect(dialog.getByText(/On this device as of/)).toBeVisible()
  const openOffline = async () => {
    const giveBack = await loseNetwork(context)
    await page.goto(`/project/${id}/viewer`)
    await arrived(page)
    await expect(page.getByRole('treeitem').first()).toBeVisible()
    await giveBack()
  }
  const keptParts = (key: string) =>
    page.evaluate(async (wanted) => {
      const names = (await caches.keys()).filter((name) => name.startsWith('plumbline-pinned-'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().filter(({ url }) => url.includes(wanted)).length
    }, key)

  expect(operate('reconvert', '--project', id)).toContain('1 models wait')
  queueSweep()
  await expect.poll(readKey).not.toBe(older)
  const newer = (await readKey()) ?? ''
  expect(await keptParts(newer)).toBe(0)
  await openOffline()
  // the device is online again and updates its copy; the old parts are deleted with the following update
  await expect.poll(() => keptParts(newer), { timeout: 60_000 }).toBeGreaterThan(3)
  await openOffline()
  await expect(async () => {
    await page.reload()
    await expect.poll(() => keptParts(older)).toBe(0)
  }).toPass()
  expect(await keptParts(newer)).toBeGreaterThan(3)
  await context.close()
})

async function logInOnPage(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('plumbline-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('operations waiting when a session ends are neither shown to the next person who logs in there nor sent in their name', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const number = await makeIssue(jonas, 'Door frame out of plumb')
  const context = await launch('two-people')
  const { page, projectId } = await signIn(context)
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  await waitUntilInstalled(page)
  const second = await context.newPage()
  await second.goto('/projects')
  await expect(badge(second)).toBeHidden()
  const restoreNetwork = await loseNetwork(context)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Written by Maren')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(badge(page)).toBeVisible()
  await expect(badge(second)).toBeVisible()
  await context.clearCookies()
  await restoreNetwork()
  // the button of the question, or of the page shown after a read without a session
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/login(\?signed_out)?$/)
  await logInOnPage(page, JONAS)
  for (const each of [page, second]) {
    await expect(each.getByRole('button', { name: /^J.*Your profile/ })).toBeVisible()
    await expect(badge(each)).toBeHidden()
    await each.evaluate(() => dispatchEvent(new Event('online')))
  }
  const path = `/api/project/${projectId}/issue`
  const { id } = (await (await jonas.context.request.get(`${path}/number/${number}`)).json()) as Issue
  const listComments = async () =>
    JSON.stringify(await (await jonas.context.request.get(`${path}/${id}/timeline`)).json())
  expect(await listComments()).not.toContain('Written by Maren')
  await page.getByRole('button', { name: /Your profile/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await page.goto('/login')
  await logInOnPage(page, MAREN)
  await expect.poll(listComments).toContain('Written by Maren')
  await expect(badge(page)).toBeHidden()
  await context.close()
})
