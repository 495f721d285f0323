// Measures the viewer against an empty three.js page and, where a model.frag lies beside a model, against the
// reference viewer, in one run: `MODELS=<folder of converted models> node viewer/bench.ts [model …]`.
// With IFC=<folder of the .ifc files> it makes the missing model.frag files first. Read the ratios: absolute times
// belong to the machine.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { IfcImporter } from '@thatopen/fragments'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from './test/chromium.ts'

const RUNS = 5
const VIEW = { width: 1280, height: 720 }
const models = process.env.MODELS ?? ''
const configFile = join(import.meta.dirname, 'demo/vite.config.ts')

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

async function makeReference(name: string): Promise<void> {
  const file = join(models, name, 'model.frag')
  const ifc = join(process.env.IFC ?? '', `${name}.ifc`)
  if (existsSync(file) || !process.env.IFC || !existsSync(ifc)) return
  const importer = new IfcImporter()
  const wasm = createRequire(import.meta.url).resolve('web-ifc')
  importer.wasm = { path: `${dirname(wasm)}/`, absolute: true }
  writeFileSync(file, await importer.process({ bytes: new Uint8Array(readFileSync(ifc)) }))
}

/** Milliseconds from navigation to the first picture that shows something. */
async function firstFrame(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  const handle = await page.waitForFunction(() => window.firstFrame)
  const time = await handle.jsonValue()
  await page.close()
  return time ?? Number.NaN
}

async function openOurs(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  await page.waitForFunction(() => window.demo)
  await page.evaluate(() => window.demo.ready)
  await page.waitForTimeout(1500)
  return page
}

async function measureOurs(browser: Browser, url: string) {
  const page = await openOurs(browser, url)
  const complete = await page.evaluate(() => performance.now())
  // Once to settle on a level of detail, once to measure.
  await page.evaluate(() => window.demo.turn(40))
  const times = await page.evaluate(() => window.demo.turn(60))
  const frame = await page.evaluate(() => window.demo.frames.filter((each) => !each.at_rest).at(-1))
  const pick_ms = await page.evaluate(() => window.demo.pickTime())
  await page.waitForTimeout(2500)
  const rest = await page.evaluate(() => window.demo.frames.at(-1))
  await page.close()
  return { orbit_ms: median(times), pick_ms, frame, rest, complete }
}

async function measureReference(browser: Browser, url: string): Promise<{ orbit_ms: number; calls: number }> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  await page.waitForFunction(() => window.reference, undefined, { timeout: 90_000 })
  await page.evaluate(() => window.reference.orbit(40))
  const orbit_ms = median(await page.evaluate(() => window.reference.orbit(60)))
  const calls = await page.evaluate(() => window.reference.info.render.calls)
  await page.close()
  return { orbit_ms, calls }
}

async function benchModel(browser: Browser, base: string, name: string): Promise<void> {
  await makeReference(name)
  const ours = `${base}?still&model=${name}`
  const [empty, first]: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    empty.push(await firstFrame(browser, `${base}empty.html`))
    first.push(await firstFrame(browser, ours))
  }
  const { orbit_ms, pick_ms, frame, rest } = await measureOurs(browser, ours)
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  console.log(name)
  console.log(
    `  B6  first model frame / empty page: ${ratio(median(first), median(empty))}  (${median(first).toFixed(0)} / ${median(empty).toFixed(0)} ms)`,
  )
  console.log(`  B9  draw calls: ${rest?.draw_calls} at rest, ${frame?.draw_calls} moving`)
  console.log(
    `      triangles: ${rest?.triangles} at rest, ${frame?.triangles} moving (under ${frame?.smallest_px} px left out, resolution ${frame?.resolution})`,
  )
  console.log(
    `  B13 pick / orbit frame: ${ratio(pick_ms, orbit_ms)}  (${pick_ms.toFixed(2)} / ${orbit_ms.toFixed(1)} ms)`,
  )
  if (!existsSync(join(models, name, 'model.frag'))) return
  const reference = await measureReference(browser, `${base}fragments.html?model=${name}`)
  console.log(
    `  B8  orbit frame / reference: ${ratio(orbit_ms, reference.orbit_ms)}  (${orbit_ms.toFixed(1)} / ${reference.orbit_ms.toFixed(1)} ms; its draw calls: ${reference.calls})`,
  )
}

const executablePath = chromiumPath()
if (!executablePath || !models)
  throw new Error('Set MODELS to a folder of converted models, and have a Chromium')
const outDir = mkdtempSync(join(tmpdir(), 'viewer-bench-'))
await build({ configFile, build: { outDir }, logLevel: 'error' })
const server = await preview({ configFile, build: { outDir }, preview: { port: 0 }, logLevel: 'error' })
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
try {
  const base = server.resolvedUrls?.local[0] ?? ''
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : readdirSync(models))
    await benchModel(browser, base, name)
} finally {
  await browser.close()
  await server.close()
  rmSync(outDir, { recursive: true })
}
