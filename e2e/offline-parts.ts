import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { logIn, MAREN, type Person } from './demo-people.ts'
import { test } from './test.ts'

/** A browser with a profile on disk, which is closed and restarted, and a network that is cut and restored. */

const folder = `${process.env.E2E_DATA}-profiles`
/** with the files of the application; stays for the other files of tests */
const prepared = path.join(folder, 'prepared')

export function removeProfiles() {
  for (const name of fs.readdirSync(folder))
    if (name !== 'prepared') fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}

/** Starts a browser on a profile, which is empty at first. */
export function launchEmpty(profile: string): Promise<BrowserContext> {
  const { baseURL, launchOptions } = test.info().project.use
  return chromium.launchPersistentContext(path.join(folder, profile), {
    ...launchOptions,
    baseURL: baseURL ?? '',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  })
}

/** Starts a browser on a profile, on which the application is installed at first. */
export async function launch(profile: string): Promise<BrowserContext> {
  if (!fs.existsSync(prepared)) {
    const context = await launchEmpty('preparing')
    const { page } = await signIn(context)
    await page.goto('/terms')
    await waitUntilInstalled(page)
    await context.clearCookies()
    await context.close()
    fs.renameSync(path.join(folder, 'preparing'), prepared)
  }
  const own = path.join(folder, profile)
  if (!fs.existsSync(own)) fs.cpSync(prepared, own, { recursive: true })
  return launchEmpty(profile)
}

export async function signIn(context: BrowserContext): Promise<Person> {
  const person = await logIn(context, MAREN)
  return { ...person, page: context.pages()[0] ?? (await context.newPage()), context }
}

/**
 * Cuts the network; the result restores it. Chromium 150 sets `navigator.onLine` in every page opened while Playwright cuts
 * the network.
 */
export async function loseNetwork(context: BrowserContext): Promise<() => Promise<void>> {
  const setOnLine = (isOnline: boolean) =>
    void Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => isOnline })
  const script = await context.addInitScript(setOnLine, false)
  await context.setOffline(true)
  return async () => {
    await script.dispose()
    for (const page of context.pages()) await page.evaluate(setOnLine, true)
    await context.setOffline(false)
    for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')))
  }
}

/** Waits until the files of the application are on the device and the worker answers for this page. */
export async function waitUntilInstalled(page: Page) {
  await page.waitForFunction(
    async () => {
      const registration = await navigator.serviceWorker.ready
      return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null
    },
    undefined,
    { timeout: 60_000 },
  )
}

export const readsOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('plumbline.reads')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    if (!database.objectStoreNames.contains('reads')) return []
    const keys = database.transaction('reads').objectStore('reads').getAllKeys()
    const found = await new Promise<string[]>((resolve) => {
      keys.onsuccess = () => resolve(keys.result as string[])
    })
    database.close()
    return found
  })

export async function openIssues({ page, projectId }: Person) {
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await waitUntilInstalled(page)
  await expect.poll(async () => (await readsOnDevice(page)).join()).toContain('/issue"')
  await expect.poll(async () => (await readsOnDevice(page)).join()).toContain('/api/me')
}
