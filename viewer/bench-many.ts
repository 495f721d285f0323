// Benchmarks many models in one viewer: memory, frame times and refetching, with a small and with the default
// budget, and the memory left after a day of opening and closing models in turns. Run by server/bench/many.ts as
// `MODELS=<folder of converted models> node viewer/bench-many.ts [models of the day]`; prints one figure per
// line and fails when a limit is passed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { measureDay, measureProcesses } from './measure-day.ts'
import { CHROMIUM_FLAGS, findChromium } from './test/chromium.ts'

const models = process.env.MODELS ?? ''
const configFile = join(import.meta.dirname, 'demo/vite.config.ts')
const executablePath = findChromium()
if (!executablePath || !models)
  throw new Error('Set MODELS to a folder of converted models, and install Chromium')
/** memory budgets of a phone and of a desktop */
const BUDGETS_MB = [256, 768]
/** distance between models placed side by side, metres */
const APART_M = 250
const REST_MS = 2500
/** Models that people have open at once while they open and close them. */
const OPEN = 6
/** Memory of the browser's processes beyond the budget: structures, the decoder and the browser itself. */
const OVERHEAD_MB = 250
const dayModels = Number(process.argv[2] ?? 200)

declare global {
  interface Window {
    /** most memory of models at any time */
    peak_bytes: number
  }
}

/** Waits until no chunk is fetched or evicted any more. */
async function settled(page: Page): Promise<void> {
  const count = () => page.evaluate(() => window.demo.frames.length)
  for (let before = -1, now = await count(); before !== now; ) {
    before = now
    await page.waitForTimeout(REST_MS)
    now = await count()
  }
}

/** Memory of the drawing processes with an empty page. */
async function measureEmpty(browser: Browser, base: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(`${base}?still&empty`)
  await page.waitForFunction(() => window.demo)
  await page.waitForTimeout(REST_MS)
  const bytes = await measureProcesses(browser)
  await page.close()
  return bytes
}

async function measure(
  browser: Browser,
  page: Page,
  base: string,
  budget: number,
): Promise<{ lines: string[]; isMet: boolean }> {
  const names = readdirSync(models)
  const before = await measureEmpty(browser, base)
  const query = names.map((name) => `model=${encodeURIComponent(name)}`).join('&')
  await page.goto(`${base}?still&memory=${budget}&apart=${APART_M}&${query}`)
  await page.waitForFunction(() => window.firstFrame)
  const first = (await page.evaluate(() => window.firstFrame)) ?? Number.NaN
  await page.waitForFunction(() => window.demo, undefined, { timeout: 120_000 })
  await page.evaluate(() => {
    const { viewer } = window.demo
    window.peak_bytes = 0
    setInterval(() => {
      window.peak_bytes = Math.max(window.peak_bytes, viewer.memory.used_bytes)
    }, 20)
  })
  const ready = await page.evaluate(() => window.demo.ready.then(() => performance.now()))
  await settled(page)
  const whole = await page.evaluate(() => window.demo.viewer.memory)
  // a close view of one building, which must be completely in memory although others are evicted
  await page.evaluate((id) => window.demo.goTo(id), names.at(-1) ?? '')
  await settled(page)
  const near = await page.evaluate(() => window.demo.viewer.memory)
  const missing = await page.evaluate((id) => window.demo.missing(id), names.at(-1) ?? '')
  await page.evaluate(() => window.demo.turn(20))
  const frames = await page.evaluate(() => window.demo.turn(30))
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const peak = await page.evaluate(() => window.peak_bytes)
  const more = (await measureProcesses(browser)) - before
  const isMet = peak <= budget * 1e6 && missing === 0 && !(more > (budget + OVERHEAD_MB) * 1e6)
  const lines = [
    `${names.length} models with room for ${budget} MB: ${isMet ? 'met' : 'MISSED'}`,
    `  first picture after ${(first / 1000).toFixed(1)} s, everything that has room after ${(ready / 1000).toFixed(1)} s`,
    `  at most ${mb(peak)}; all in view: ${mb(whole.used_bytes)}, ${whole.left_out} parts left out`,
    `  before one of them: ${mb(near.used_bytes)}, ${missing} of its parts missing; orbit frame ${frames[15]?.toFixed(0)} ms`,
    `  the processes that draw: ${mb(more)} more than without models, limit ${mb((budget + OVERHEAD_MB) * 1e6)}`,
  ]
  return { lines, isMet }
}

const outDir = mkdtempSync(join(tmpdir(), 'viewer-bench-'))
await build({ configFile, build: { outDir }, logLevel: 'error' })
const server = await preview({ configFile, build: { outDir }, preview: { port: 0 }, logLevel: 'error' })
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
const tell = ({ lines, isMet }: { lines: string[]; isMet: boolean }) => {
  for (const line of lines) console.log(line)
  if (!isMet) process.exitCode = 1
}
try {
  const base = server.resolvedUrls?.local[0] ?? ''
  for (const budget of BUDGETS_MB) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    tell(await measure(browser, page, base, budget))
    await page.close()
  }
  const budget = BUDGETS_MB.at(-1) ?? 0
  const url = `${base}?still&empty&memory=${budget}`
  tell(await measureDay(browser, url, readdirSync(models), budget * 1e6, { models: dayModels, open: OPEN }))
} finally {
  await browser.close()
  await server.close()
  rmSync(outDir, { recursive: true })
}
