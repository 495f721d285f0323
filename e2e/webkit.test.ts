import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import type { Issue } from '@plumbline/contract/issues/issues'
import { enter, JONAS, MAREN, makeIssue, type Person, send } from './demo-people.ts'
import { test } from './test.ts'
import { Network } from './webkit/network.ts'
import { button, dialog, field, WebKit, words } from './webkit/webkit.ts'

/** WebKit is the engine of every browser on iPhones, which people take to the site, where networks end. */

let network: Network
let webkit: WebKit
let jonas: Person

test.beforeEach(async ({ browser, baseURL }) => {
  jonas = await enter(browser, baseURL, JONAS)
  network = await Network.open(baseURL ?? '')
  webkit = await WebKit.start(network.origin)
  await webkit.open()
})
test.afterEach(async () => {
  const info = test.info()
  try {
    if (info.error) fs.writeFileSync(info.outputPath('webkit.png'), await webkit.capture(), 'base64')
  } finally {
    await webkit.stop()
    await network.close()
  }
})

/** Waits until the service worker answers for the page. */
async function waitUntilInstalled() {
  const readState = () =>
    webkit.evaluate(async () => {
      const { active, waiting, installing } = (await navigator.serviceWorker.getRegistration()) ?? {}
      const state = [active, waiting, installing].map((worker) => worker?.state ?? 'none').join(', ')
      return navigator.serviceWorker.controller ? state : `${state}, and not in control`
    })
  await expect.poll(() => readState().catch(String)).toBe('activated, none, none')
}

/** Signs in and waits on the first page: WebKit may never run a worker whose page was left while it started. */
async function signIn() {
  await webkit.goto('/login')
  await webkit.type(field('E-mail'), MAREN)
  await webkit.type(field('Password'), 'plumbline-demo')
  await webkit.click(button('Log in'))
  await webkit.find('//h1[.="Projects"]')
  await waitUntilInstalled()
}

/** Waits until the device holds reads of these addresses. */
async function waitUntilKept(...addresses: string[]) {
  const listMissing = () =>
    webkit.evaluate(async (wanted: string[]) => {
      // to open a database that the page has not made yet would make an empty one
      const made = await indexedDB.databases()
      if (!made.some(({ name }) => name === 'plumbline.reads')) return ['the database of reads']
      const request = indexedDB.open('plumbline.reads')
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
      const keys = database.transaction('reads').objectStore('reads').getAllKeys()
      const found = await new Promise<string>((resolve) => {
        keys.onsuccess = () => resolve(keys.result.join('\n'))
      })
      database.close()
      return wanted.filter((address) => !found.includes(address))
    }, addresses)
  await expect.poll(() => listMissing().catch(String)).toEqual([])
}

/** Waits until the service worker has stored the three models, which it does after it has passed them on. */
async function waitUntilModelsKept() {
  const count = () =>
    webkit.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('plumbline-kept-'))
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      const files = kept.flat().map(({ url }) => url)
      return ['/manifest.json', '/structure.json'].map(
        (end) => files.filter((url) => url.endsWith(end)).length,
      )
    })
  await expect.poll(() => count().catch(String)).toEqual([3, 3])
}

async function openModel(projectId: string) {
  await webkit.goto(`/project/${projectId}/viewer`)
  await webkit.find('//*[@role="treeitem"]')
  await webkit.find('//*[@role="combobox"][@aria-label="Storey"]')
  await webkit.waitUntilGone('//*[starts-with(text(), "Loading")]')
}

/** Counts the colours within the border of a picture in base64; the page of another browser decodes it. */
const countColours = (page: Page, picture: string) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) return 0
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(4, 4, bitmap.width - 8, bitmap.height - 8)
    return new Set(new Uint32Array(data.buffer)).size
  }, picture)

/** Three photos on the disk, as a phone has them. */
function writePhotos(folder: string): string[] {
  const picture = fs.readFileSync(path.join(import.meta.dirname, '../web/public/icon-192.png'))
  return ['one.png', 'two.png', 'three.png'].map((name) => {
    const file = path.join(folder, name)
    fs.writeFileSync(file, picture)
    return file
  })
}

/** Files an issue with three photos, one of them drawn on, in the dialog. */
async function fileIssue(projectId: string, name: string, photos: string[]) {
  await webkit.goto(`/project/${projectId}/issues?new=1`)
  const form = dialog('New issue')
  await webkit.type(form + field('Title'), name)
  // Safari would write today's date into the empty field
  expect(await countColours(jonas.page, await webkit.capture(`${form}//input[@type="date"]`))).toBe(1)
  await webkit.choose(`(${form}//input[@type="file"])[1]`, photos)
  await webkit.click(button('Draw on two.png'))
  await webkit.find('//*[@role="application"][@aria-label="Drawing"]')
  await webkit.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Drawing"]')?.focus())
  await webkit.press('b')
  await webkit.press('\uE007')
  await webkit.click(button('Save'))
  await webkit.click(form + button('Create issue'))
  await webkit.waitUntilGone(form)
}

test('A model, an issue with three photos and a comment work without a network in WebKit, and arrive once and live', async () => {
  const info = test.info()
  const { projectId } = jonas
  const other = await makeIssue(jonas, 'Handrail loose in the stairwell')
  await signIn()
  await webkit.goto(`/project/${projectId}/issues`)
  await webkit.find(words('Handrail loose in the stairwell'))
  await waitUntilKept('/issue"', '/api/me')
  await openModel(projectId)
  await waitUntilModelsKept()
  await waitUntilKept('bim-file-header')
  await webkit.goto(`/project/${projectId}/issues/${other}`)
  await webkit.find(field('Write a comment'))
  await waitUntilKept('timeline', '/issue/number/')

  network.lose()
  await webkit.reload()
  await webkit.type(field('Write a comment'), 'Two screws are missing here')
  await webkit.click(button('Comment'))
  await webkit.find(words('Waiting for a connection'))
  await openModel(projectId)
  await fileIssue(projectId, 'Water in the lift pit', writePhotos(info.outputPath()))
  await webkit.find(words('Saved on this device'))
  await webkit.close()

  await webkit.open()
  await webkit.goto(`/project/${projectId}/issues`)
  await webkit.find(words('Water in the lift pit'))
  await jonas.page.goto(`/project/${projectId}/issues`)
  await expect(jonas.page.getByRole('row').nth(1)).toBeVisible()
  network.restore()
  const restored = Date.now()
  await webkit.evaluate(() => void dispatchEvent(new Event('online')))
  await expect(
    jonas.page.getByText('Water in the lift pit').or(jonas.page.getByText('1 new issue')).first(),
  ).toBeVisible()
  const address = `/api/project/${projectId}/issue`
  const list = async (name: string) => {
    const reply = await jonas.context.request.get(`${address}?q=${encodeURIComponent(name)}`)
    return ((await reply.json()) as { items: { id: string; attachments: number }[] }).items
  }
  await expect
    .poll(async () => (await list('Water in the lift pit')).map(({ attachments }) => attachments))
    .toEqual([3])
  info.annotations.push({ type: 'sent', description: `all was there after ${Date.now() - restored} ms` })
  const [filed] = await list('Water in the lift pit')
  const readShapes = async () => {
    const issue = (await (await jonas.context.request.get(`${address}/${filed?.id}`)).json()) as Issue
    return issue.attachments.map(({ name, markup }) => [name, markup?.shapes.length ?? 0]).sort()
  }
  await expect.poll(readShapes).toEqual([
    ['one.png', 0],
    ['three.png', 0],
    ['two.png', 1],
  ])
  await jonas.page.goto(`/project/${projectId}/issues/${other}`)
  await expect(jonas.page.getByText('Two screws are missing here')).toHaveCount(1)
})

test('A model of several parts is uploaded and opened completely in WebKit', async ({ browser, baseURL }) => {
  const { id } = await send<{ id: string }>(await enter(browser, baseURL, MAREN), 'post', '/api/project', {
    name: 'School',
  })
  await signIn()
  await webkit.goto(`/project/${id}/models`)
  const size = chooseBuildingSize('services', 4e6)
  const file = test.info().outputPath('pipes.ifc')
  fs.writeFileSync(
    file,
    [...generateBuilding({ ...size, discipline: 'services', version: 1, seed: 7 })].join(''),
  )
  await webkit.choose('//input[@type="file"]', [file])
  await webkit.click(`//*[@role="dialog"]${button('Upload')}`)
  await webkit.find(words('Ready'))
  await openModel(id)
  const listParts = () =>
    webkit.evaluate(async () => {
      const addresses = performance.getEntriesByType('resource').map(({ name }) => name)
      const manifest = addresses.find((address) => address.endsWith('/manifest.json')) ?? ''
      const { chunks } = (await (await fetch(manifest)).json()) as {
        chunks: { file: string; kind: string }[]
      }
      const fetched = addresses
        .filter((address) => address.endsWith('.pack'))
        .map((address) => address.split('/').at(-1))
      return {
        all: chunks
          .filter(({ kind }) => kind === 'model')
          .map(({ file }) => file)
          .sort(),
        fetched: fetched.sort(),
      }
    })
  await expect.poll(async () => (await listParts()).fetched.length).toBeGreaterThan(1)
  // a part that could not be read would have been fetched again
  const { all, fetched } = await listParts()
  expect(fetched).toEqual(all)
})
