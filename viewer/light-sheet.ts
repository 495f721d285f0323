// Pictures of ten models in both themes next to path-traced references of the same triangles from the same
// camera, on one sheet with figures: `npm run bench -- light [folder] [--before folder] [--ifc folder]
// [--samples 32] [model …]`. The folder gets sheet.png, figures.json and the pictures; --before adds the
// viewer's pictures of an earlier run. Without files of --ifc (../shared/ifc) buildings are generated.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import type { Box } from '@plumbline/bim/model'
import { convertInto, DemoStudio, settle } from './model-pictures.ts'
import { listModelFiles } from './reference/list-model-files.ts'
import { type MeasuredPicture, measurePicture } from './reference/picture-measures.ts'
import { buildLightSheet, formatMeasures, type LightRow } from './reference/sheet-page.ts'
import { smoothLight } from './reference/smooth-light.ts'
import { developPicture, type TracedPicture, tracePicture } from './reference/trace-picture.ts'
import { loadTraceScene } from './reference/trace-scene.ts'
import type { Pose } from './src/camera.ts'
import { GROUND_GAP_M } from './src/ground-shadow.ts'
import { PALETTES, type Theme } from './src/theme.ts'

const VIEW = { width: 640, height: 400 }
/** Limit on a thread's processor time for one reference; above it a reference takes fewer samples. */
const MOST_MS = 60_000
const FRAMES = 15
const THEMES = ['light', 'dark'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    ifc: { type: 'string', default: join(import.meta.dirname, '../../shared/ifc') },
    samples: { type: 'string', default: '32' },
  },
})
const [target = 'light-sheet', ...asked] = positionals
const samples = Number(values.samples)
if (!Number.isInteger(Math.log2(samples))) throw new Error('--samples takes a power of two')

interface Shot {
  png: Buffer
  pose: Pose
  ground: Box | null
  rest_ms: number
  orbit_ms: number
}

async function shoot(studio: DemoStudio, name: string, theme: Theme): Promise<Shot> {
  const page = await studio.show(name, theme, VIEW)
  // the reference shows the model alone
  await page.evaluate(() => {
    window.demo.features.grid.visible = false
    window.demo.viewer.overlay.style.display = 'none'
  })
  await settle(page)
  const png = await page.screenshot({ type: 'png' })
  const { pose, ground } = await page.evaluate(() => ({
    pose: window.demo.viewer.camera.pose,
    ground: window.demo.viewer.mainBox,
  }))
  const middle = (times: number[]) => times[times.length >> 1] ?? Number.NaN
  const rest_ms = middle(await page.evaluate((count) => window.demo.rest(count), FRAMES))
  await page.evaluate((count) => window.demo.turn(count), FRAMES)
  const orbit_ms = middle(await page.evaluate((count) => window.demo.turn(count), FRAMES))
  await page.close()
  return { png, pose, ground, rest_ms, orbit_ms }
}

/** Decodes a PNG in the browser. */
async function readPng(page: Page, png: Buffer): Promise<MeasuredPicture> {
  const { width, height, text } = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    return {
      width: bitmap.width,
      height: bitmap.height,
      text: Array.from(data, (value) => String.fromCharCode(value)).join(''),
    }
  }, png.toString('base64'))
  return { width, height, pixels: Uint8Array.from(Buffer.from(text, 'latin1')) }
}

async function writePng(page: Page, { width, height, pixels }: MeasuredPicture): Promise<Buffer> {
  const text = await page.evaluate(
    async ([source, wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high)
      const bytes = Uint8ClampedArray.from(atob(source), (char) => char.charCodeAt(0))
      canvas.getContext('2d')?.putImageData(new ImageData(bytes, wide, high), 0, 0)
      const png = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      return btoa(Array.from(png, (value) => String.fromCharCode(value)).join(''))
    },
    [Buffer.from(pixels).toString('base64'), width, height] as const,
  )
  return Buffer.from(text, 'base64')
}

async function trace(folder: string, { pose, ground }: Shot): Promise<TracedPicture> {
  const { origin, ...scene } = await loadTraceScene(folder)
  const eye = pose.eye.map((value, axis) => value - (origin[axis] as number)) as Pose['eye']
  return tracePicture(
    scene,
    { pose: { ...pose, eye }, ...VIEW, samples, ground: ground && ground[2] - origin[2] - GROUND_GAP_M },
    { threads: Math.min(2, availableParallelism()), max_ms: MOST_MS },
  )
}

async function drawRow(studio: DemoStudio, tools: Page, name: string, folder: string): Promise<LightRow> {
  const shots: Record<Theme, Shot> = {
    light: await shoot(studio, name, 'light'),
    dark: await shoot(studio, name, 'dark'),
  }
  const traced = smoothLight(await trace(folder, shots.light))
  const viewer: LightRow['pictures'] = []
  const earlier: LightRow['pictures'] = []
  const references: LightRow['pictures'] = []
  for (const theme of THEMES) {
    const reference = { ...VIEW, pixels: developPicture(traced, PALETTES[theme]) }
    const measure = async (png: Buffer) => measurePicture(await readPng(tools, png), reference, traced.guide)
    const { png } = shots[theme]
    viewer.push({ title: `${theme}, viewer`, png, measures: await measure(png) })
    const file = values.before && join(values.before, `${name}-${theme}.png`)
    if (file && existsSync(file)) {
      const old = readFileSync(file)
      earlier.push({ title: `${theme}, before`, png: old, measures: await measure(old) })
    }
    references.push({
      title: `${theme}, reference`,
      png: await writePng(tools, reference),
      measures: measurePicture(reference, reference, traced.guide),
    })
    writeFileSync(join(target, `${name}-${theme}.png`), png)
    writeFileSync(join(target, `${name}-${theme}-reference.png`), references.at(-1)?.png ?? '')
  }
  const { rest_ms, orbit_ms } = shots.light
  const notes = `frame at rest ${rest_ms.toFixed(0)} ms, while orbiting ${orbit_ms.toFixed(0)} ms; reference: ${traced.samples} samples per pixel in ${(traced.ms / 1000).toFixed(0)} s`
  return { name, pictures: [...earlier, ...viewer, ...references], notes }
}

async function run(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-light-'))
  process.env.MODELS ??= join(work, 'models')
  const models = process.env.MODELS
  mkdirSync(target, { recursive: true })
  const files = await listModelFiles(values.ifc, work, asked)
  for (const [name, file] of files) await convertInto(join(models, name), file)
  const studio = await DemoStudio.open()
  try {
    const tools = await studio.browser.newPage()
    const rows: LightRow[] = []
    for (const name of files.keys()) {
      const row = await drawRow(studio, tools, name, join(models, name))
      rows.push(row)
      console.log(`${name}: ${row.notes}`)
      for (const { title, measures } of row.pictures)
        console.log(`  ${title.padEnd(16)} ${formatMeasures(measures)}`)
    }
    const sheet = await studio.browser.newPage({
      viewport: { width: 8 + 648 * (rows[0]?.pictures.length ?? 4), height: 500 },
    })
    await sheet.setContent(buildLightSheet(rows))
    writeFileSync(join(target, 'sheet.png'), await sheet.screenshot({ fullPage: true, type: 'png' }))
    const figures = rows.map(({ name, notes, pictures }) => ({
      name,
      notes,
      pictures: pictures.map(({ title, measures }) => ({ title, measures })),
    }))
    writeFileSync(join(target, 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
    console.log(`${join(target, 'sheet.png')}: ${readdirSync(target).length} files`)
  } finally {
    await studio.close()
    rmSync(work, { recursive: true, force: true })
  }
}

await run()
