import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { launch, loseNetwork, openIssues, readsOnDevice, removeProfiles, signIn } from './offline-parts.ts'
import { test } from './test.ts'

/** A device without free space: the browser's quota is set to slightly more than its usage. */

test.afterAll(removeProfiles)

const MB = 1_000_000
const QUOTA = 100 * MB

/** Starts a browser with a small quota. Chromium applies a changed quota only after half a minute. */
async function launchSmall(profile: string) {
  const context = await launch(profile)
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  const { baseURL = '' } = test.info().project.use
  const setQuota = (quotaSize: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: new URL(baseURL).origin, quotaSize })
  await setQuota(QUOTA)
  return { context, setQuota }
}

/** Writes one file into a separate database; returns the name of the error if there was no room. */
const write = (page: Page, bytes: number) =>
  page.evaluate(async (size) => {
    const request = indexedDB.open('ballast')
    request.onupgradeneeded = () => request.result.createObjectStore('files')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const writing = request.result.transaction('files', 'readwrite')
    writing.objectStore('files').put(new Blob([new Uint8Array(size)]), 1)
    const error = await new Promise<string>((resolve) => {
      writing.oncomplete = () => resolve('')
      writing.onabort = () => resolve(writing.error?.name ?? 'no error')
    })
    request.result.close()
    return error
  }, bytes)

/** Fills the device until so many bytes are left. */
async function fill(page: Page, left: number) {
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  expect(await write(page, QUOTA - usage - left)).toBe('')
}

/** Chromium's IndexedDB uses a free-space value that is up to half a minute old, unless a file is larger than that. */
const readRoom = async (page: Page) => expect(await write(page, QUOTA)).toBe('QuotaExceededError')

/** A photo that no compression makes smaller. */
const photo = (name: string, bytes: number) => ({ name, mimeType: 'image/jpeg', buffer: randomBytes(bytes) })

test('a photo that does not fit is reported before the dialog closes, and is filed once there is room', async () => {
  const { context, setQuota } = await launchSmall('photo')
  const person = await signIn(context)
  const { page, projectId } = person
  await openIssues(person)
  await fill(page, 2 * MB)
  await loseNetwork(context)
  await page.goto(`/project/${projectId}/issues?new=1`)
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').fill('Water behind the panel')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('panel.jpg', 12 * MB)])
  await dialog.getByRole('button', { name: 'Create' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('This device has no room left', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Water behind the panel')
  await expect(dialog.getByText('panel.jpg', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Saved on this device/ })).toHaveCount(0)
  // without the photo there is room
  await setQuota(10 * QUOTA)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved on this device: 2' })).toBeVisible()
  await context.close()
})

test('on a full device the oldest opened data makes room for new data', async () => {
  const { context } = await launchSmall('full')
  const person = await signIn(context)
  const { page, projectId } = person
  await openIssues(person)
  await page.evaluate(async (quota) => {
    const name = (await caches.keys()).find((each) => each.startsWith('plumbline-kept-'))
    const cache = await caches.open(name ?? 'none')
    const { usage = 0 } = await navigator.storage.estimate()
    const bytes = Math.floor((quota - usage - 100_000) / 10)
    // the first half is small: it makes no room for the photo
    for (let number = 0; number < 20; number++)
      await cache.put(
        `/api/project/old/model/${number}`,
        new Response(new Uint8Array(number < 10 ? 1 : bytes)),
      )
  }, QUOTA)
  const opened = () =>
    page.evaluate(async () => {
      const found = await Promise.all(
        [10, 19].map((number) => caches.match(`/api/project/old/model/${number}`)),
      )
      return found.map((each) => each !== undefined)
    })
  expect(await opened()).toEqual([true, true])
  await readRoom(page)
  const getOnline = await loseNetwork(context)
  await page.goto(`/project/${projectId}/issues?new=1`)
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').fill('Water behind the panel')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('panel.jpg', 12 * MB)])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved on this device: 2' })).toBeVisible()
  expect(await opened()).toEqual([false, true])
  await getOnline()
  await page.goto(`/project/${projectId}/members`)
  await expect.poll(async () => (await readsOnDevice(page)).join()).toContain('/member"')
  await context.close()
})
