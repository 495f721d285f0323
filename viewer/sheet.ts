// Pictures of models in both themes, as a whole, cut and as a plan, on one sheet:
// `IFC=<folder of .ifc files> MODELS=<folder for converted models> node viewer/sheet.ts sheet.png [model …]`.
// Run it before and after a change of the drawing, and look at both sheets.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { convertModel } from '@plumbline/bim/convert'
import { createByteSource } from '@plumbline/bim/source'
import { createServer } from 'vite'
import { CHROMIUM_FLAGS, findChromium } from './test/chromium.ts'

const VIEW = { width: 640, height: 420 }
const models = process.env.MODELS ?? ''
const ifc = process.env.IFC ?? ''
const [target = 'sheet.png', ...asked] = process.argv.slice(2)

async function convert(name: string): Promise<void> {
  const folder = join(models, name)
  const source = join(ifc, `${name}.ifc`)
  if (existsSync(join(folder, 'manifest.json')) || !existsSync(source)) return
  mkdirSync(folder, { recursive: true })
  await convertModel(createByteSource(readFileSync(source)), {
    write: (file, bytes) => writeFileSync(join(folder, file), bytes),
  })
}

/** Waits for a frame at rest after which nothing more is drawn. */
async function settle(page: Page): Promise<void> {
  let frames = -1
  for (;;) {
    await page.waitForFunction(() => window.demo.frames.at(-1)?.at_rest)
    await page.waitForTimeout(700)
    const now = await page.evaluate(() => window.demo.frames.length)
    if (now === frames) return
    frames = now
  }
}

/** Whole, cut across and seen from above at the lowest storey with elements. */
async function shoot(page: Page): Promise<string[]> {
  const picture = async () => {
    await settle(page)
    return (await page.screenshot({ type: 'png' })).toString('base64')
  }
  const whole = await picture()
  await page.evaluate(() => {
    const { viewer, features } = window.demo
    const box = viewer.mainBox
    if (!box) return
    const location: [number, number, number] = [
      (box[0] + box[3]) / 2,
      (box[1] + box[4]) / 2,
      (box[2] + box[5]) / 2,
    ]
    features.section.setPlanes([{ location, direction: [0.5, -Math.sqrt(0.75), 0] }])
    features.section.editing = false
  })
  const cut = await picture()
  await page.evaluate(() => {
    const { viewer, features } = window.demo
    features.section.reset()
    const [model] = viewer.models.values()
    const storey = model?.manifest.storeys.findIndex(({ elevation_m }) => elevation_m > -0.5) ?? -1
    if (model && storey >= 0) features.plan.show({ model: model.id, storey })
  })
  return [whole, cut, await picture()]
}

async function run(): Promise<void> {
  const names =
    asked.length > 0
      ? asked
      : readdirSync(ifc)
          .filter((name) => name.endsWith('.ifc'))
          .map((name) => name.slice(0, -4))
  for (const name of names) await convert(name)
  const server = await createServer({
    configFile: join(import.meta.dirname, 'demo/vite.config.ts'),
    server: { port: 0 },
    logLevel: 'error',
  })
  await server.listen()
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS })
  const rows: string[] = []
  for (const name of names) {
    const shots: string[] = []
    for (const theme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: VIEW })
      await page.goto(new URL(`/?still&theme=${theme}&model=${name}`, server.resolvedUrls?.local[0]).href)
      await page.waitForFunction(() => 'demo' in window)
      await page.evaluate(() => window.demo.ready)
      shots.push(...(await shoot(page)))
      await page.close()
    }
    rows.push(
      `<h2>${name}</h2><div>${shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')}</div>`,
    )
  }
  const page = await browser.newPage({ viewport: { width: 6 * 650, height: 500 } })
  await page.setContent(
    `<style>body{margin:8px;font:16px sans-serif}div{display:flex;gap:8px}h2{margin:4px}</style>${rows.join('')}`,
  )
  writeFileSync(target, await page.screenshot({ fullPage: true, type: 'png' }))
  await browser.close()
  await server.close()
}

await run()
