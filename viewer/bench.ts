// Benchmarks the viewer in one run against an empty three.js page and, where a model.frag lies next to a model,
// against the reference viewer: `MODELS=<folder of converted models> node viewer/bench.ts [model …]`; one
// figure per line, as JSON. With IFC=<folder of the .ifc files> it creates missing model.frag files first.
// Compare the ratios: absolute times depend on the machine. `npm run bench -- models` runs it on its converted
// models.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Manifest } from '@plumbline/bim/model'
import { IfcImporter } from '@thatopen/fragments'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, findChromium } from './test/chromium.ts'

const RUNS = 5
/** size of the .frag of an IFC file of about 25 MB */
const LARGE_FRAG_BYTES = 1_500_000
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

/** Milliseconds from navigation to the first frame with visible content. */
async function firstFrame(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  const handle = await page.waitForFunction(() => window.firstFrame)
  const time = await handle.jsonValue()
  await page.close()
  return time ?? Number.NaN
}

async function openOurs(browser: Browser, url: string): Promise<{ page: Page; complete: number }> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  await page.waitForFunction(() => window.demo)
  const complete = await page.evaluate(() => window.demo.ready.then(() => performance.now()))
  await page.waitForTimeout(1500)
  return { page, complete }
}

async function measureOurs(browser: Browser, url: string) {
  const { page, complete } = await openOurs(browser, url)
  // The first turn settles the level of detail, the second is measured.
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

/** Bytes transferred until part of the model is visible; scripts as a server compresses them. */
async function bytesToFirstFrame(
  browser: Browser,
  url: string,
  isSeen: () => unknown,
  sizeOf: (name: string, body: Buffer) => number,
): Promise<number> {
  const page = await browser.newPage({ viewport: VIEW })
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    sizes.push(
      response.body().then(
        (body) => sizeOf(name, body),
        // downloads still in progress when the first frame appeared
        () => 0,
      ),
    )
  })
  await page.goto(url)
  await page.waitForFunction(isSeen, undefined, { timeout: 90_000 })
  const so_far = await Promise.all(sizes)
  await page.close()
  return so_far.reduce((sum, size) => sum + size, 0)
}

const compressed = (quality: number, body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

/** Compressed size: artefacts are stored at Brotli quality 5, scripts at 9; a .frag is compressed already. */
function sizeOnWire(name: string, body: Buffer): number {
  if (name.endsWith('.frag')) return body.length
  return compressed(name.startsWith('/models/') ? 5 : 9, body)
}

interface Figure {
  model: string
  id: string
  what: string
  value: number
  /** null for figures without a target */
  target: number | null
  detail: string
}
const tell = (figure: Figure) => console.log(JSON.stringify(figure))

/** The server names a model's largest chunk together with its version. */
const readShellFile = (name: string) =>
  (JSON.parse(readFileSync(join(models, name, 'manifest.json'), 'utf8')) as Manifest).chunks[0]?.file

async function benchModel(browser: Browser, base: string, name: string): Promise<void> {
  await makeReference(name)
  const ours = `${base}?still&model=${name}&shell=${readShellFile(name)}`
  const empty = []
  const first = []
  for (let run = 0; run < RUNS; run++) {
    empty.push(await firstFrame(browser, `${base}empty.html`))
    first.push(await firstFrame(browser, ours))
  }
  const { orbit_ms, pick_ms, frame, rest, complete } = await measureOurs(browser, ours)
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
  const row = (id: string, what: string, value: number, target: number | null, detail: string) =>
    tell({ model: name, id, what, value, target, detail })
  const blank = median(empty)
  row(
    'B6',
    'first model frame / empty page',
    median(first) / blank,
    1.4,
    `${ms(median(first))} / ${ms(blank)}`,
  )
  row('B7', 'model complete / empty page', complete / blank, 2.2, `${ms(complete)} / ${ms(blank)}`)
  const { elements } = JSON.parse(readFileSync(join(models, name, 'manifest.json'), 'utf8')).counts
  const calls = rest?.draw_calls ?? Number.NaN
  const most = 60 * Math.max(1, elements / 10_000)
  row('B9', 'draw calls at rest', calls, most, `${frame?.draw_calls} moving; ${rest?.triangles} triangles`)
  row('B13', 'pick / orbit frame', pick_ms / orbit_ms, 0.3, `${ms(pick_ms)} / ${ms(orbit_ms)}`)
  const frag = join(models, name, 'model.frag')
  if (!existsSync(frag)) return
  const theirs = `${base}fragments.html?model=${name}`
  const seen = await bytesToFirstFrame(browser, ours, () => window.firstFrame, sizeOnWire)
  const reference = await measureReference(browser, theirs)
  const fetched = await bytesToFirstFrame(browser, theirs, () => window.reference, sizeOnWire)
  const kb = (value: number) => `${(value / 1000).toFixed(0)} kB`
  row('B5', 'bytes until the first frame / fragments', seen / fetched, 0.25, `${kb(seen)} / ${kb(fetched)}`)
  const target = readFileSync(frag).length > LARGE_FRAG_BYTES ? 0.35 : 0.9
  row(
    'B8',
    'orbit frame / fragments',
    orbit_ms / reference.orbit_ms,
    target,
    `${ms(orbit_ms)} / ${ms(reference.orbit_ms)}; its draw calls: ${reference.calls}`,
  )
}

const executablePath = findChromium()
if (!executablePath || !models)
  throw new Error('Set MODELS to a folder of converted models, and install Chromium')
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
