import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import { withDatabase } from '../../server/bench/database.ts'
import { fillProject } from '../../server/bench/issue-projects.ts'
import { ServerProcess } from '../../server/test/server-process.ts'
import { type Interaction, measureInteractions } from './interactions.ts'
import { type Frames, scrollFrames } from './scroll-frames.ts'

/**
 * A device without a network, with a project of 10,000 issues and the three models of the demo made available, and with a
 * slowed processor: the time from the address to a usable list, from a word in its search to the rows that it finds, and
 * from what people do in a list to its next paint.
 *   node e2e/bench/offline.ts [--issues 10000] [--slower 4] [--times 5]
 */
const { values } = parseArgs({
  options: {
    issues: { type: 'string', default: '10000' },
    /** how many times slower than this machine the device computes */
    slower: { type: 'string', default: '4' },
    times: { type: 'string', default: '5' },
  },
})
const TARGETS = { requests: 60, start_ms: 2000, search_ms: 100, paint_ms: 200 }

const ROWS = '[data-scroll="Issues"]'

const median = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN

/** Presses "Available offline" of a project with all its models; returns the requests to the API that it took. */
async function makeAvailable(page: Page, name: string): Promise<number> {
  let requests = 0
  const count = (request: Request) => {
    if (request.url().includes('/api/')) requests++
  }
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Available offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available offline' })
  await dialog.getByText(/About .* on this device/).waitFor()
  for (const file of await dialog.getByRole('checkbox').all()) await file.check()
  page.on('request', count)
  await dialog.getByRole('button', { name: 'Make available' }).click()
  await dialog.getByText(/On this device as of/).waitFor({ timeout: 600_000 })
  page.off('request', count)
  await page.keyboard.press('Escape')
  return requests
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
}

/** Opens the list in a new page; milliseconds from the start of the navigation until its rows are drawn. */
async function openList(context: BrowserContext, address: string): Promise<{ page: Page; took: number }> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(address, { waitUntil: 'commit' })
  // not by role: computing the page's roles would take time from the measurement
  await page.locator(`${ROWS} [data-index="10"]`).waitFor()
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      ),
  )
  return { page, took }
}

/** Enters one search word after the other, each with a different result; milliseconds from each input to its rows on screen. */
async function search(page: Page, words: string[]): Promise<number[]> {
  const field = page.getByRole('searchbox').first()
  const times: number[] = []
  for (const word of words) {
    const shown = page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          let began = 0
          document.addEventListener('input', () => (began ||= performance.now()), {
            capture: true,
            once: true,
          })
          const observer = new MutationObserver(() => {
            const first = document.querySelector('[data-scroll="Issues"] a')?.textContent ?? ''
            if (began === 0 || !first.includes(text)) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
          })
          observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        }),
      word,
    )
    await field.fill(word)
    times.push(await shown)
  }
  return times
}

const verdict = (value: number, target: number) => (value <= target ? 'met' : 'MISSED')

await withDatabase(async ({ db, databaseUrl, dataDir }) => {
  const server = new ServerProcess(databaseUrl, dataDir, { DEMO: 'true' })
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
  try {
    await server.start()
    const context = await chromium.launchPersistentContext(profile, {
      args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      baseURL: server.origin,
      viewport: { width: 1440, height: 900 },
    })
    const login = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
    await context.request.post('/api/auth/login', { data: login })
    const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
    const created = await context.request.post('/api/project', { headers, data: { name: 'Large' } })
    const { id } = (await created.json()) as { id: string }
    const { team_id } = await db
      .selectFrom('projects')
      .select('team_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await fillProject(db, id, team_id, Number(values.issues))
    const page = context.pages()[0] ?? (await context.newPage())
    page.setDefaultTimeout(60000)
    await page.goto('/projects')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
      timeout: 60_000,
    })
    await makeAvailable(page, 'Demo Tower')
    const requests = await makeAvailable(page, 'Large')
    await page.close()
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }),
    )
    await context.setOffline(true)
    const starts: number[] = []
    const searches: number[] = []
    const interactions: Interaction[] = []
    const scrolled: Frames[] = []
    for (let time = 0; time < Number(values.times); time++) {
      const opened = await openList(context, `/project/${id}/issues`)
      starts.push(opened.took)
      searches.push(...(await search(opened.page, ['duct', 'column', 'pipe', 'stair'])))
      await opened.page.getByRole('button', { name: 'Clear filters' }).click()
      interactions.push(...(await measureInteractions(opened.page)))
      scrolled.push(await scrollFrames(opened.page, ROWS, { frames: 100, step: 80 }))
      await opened.page.close()
    }
    const slowest = Math.max(...searches)
    console.log(
      `requests for the project: ${requests}, target ${TARGETS.requests}: ${verdict(requests, TARGETS.requests)}`,
    )
    console.log(
      `a usable list, ms: median ${median(starts).toFixed(0)}, target ${TARGETS.start_ms}: ${verdict(median(starts), TARGETS.start_ms)}`,
    )
    console.log(
      `a word in the search, ms: median ${median(searches).toFixed(0)}, most ${slowest.toFixed(0)}, target ${TARGETS.search_ms}: ${verdict(median(searches), TARGETS.search_ms)}`,
    )
    for (const [name, some] of Map.groupBy(interactions, ({ name }) => name)) {
      const paints = some.flatMap(({ paint }) => paint)
      const shown = median(some.flatMap((each) => each.shown))
      console.log(
        `${name}, ms to the next paint: median ${median(paints).toFixed(0)}, most ${Math.max(...paints)}, target ${TARGETS.paint_ms}: ${verdict(Math.max(...paints), TARGETS.paint_ms)}; shown after ${shown.toFixed(0)}`,
      )
    }
    const work = scrolled.flatMap((frames) => frames.work)
    console.log(
      `a frame of scrolling, ms: median ${median(work).toFixed(0)}, most ${Math.max(...work).toFixed(0)}, target ${TARGETS.paint_ms}: ${verdict(Math.max(...work), TARGETS.paint_ms)}`,
    )
    await context.close()
  } finally {
    await server.end('SIGTERM')
    fs.rmSync(profile, { recursive: true, force: true })
  }
})
