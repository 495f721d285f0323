// Pictures of models in both themes, as a whole, cut and as a plan, on one sheet:
// `IFC=<folder of .ifc files> MODELS=<folder for converted models> node viewer/sheet.ts sheet.png [model …]`.
// Run it before and after a change of the drawing, and look at both sheets.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { convertInto, DemoStudio, settle } from './model-pictures.ts'

const VIEW = { width: 640, height: 420 }
const models = process.env.MODELS ?? ''
const ifc = process.env.IFC ?? ''
const [target = 'sheet.png', ...asked] = process.argv.slice(2)

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
  for (const name of names) await convertInto(join(models, name), join(ifc, `${name}.ifc`))
  const studio = await DemoStudio.open()
  const rows: string[] = []
  for (const name of names) {
    const shots: string[] = []
    for (const theme of ['light', 'dark'] as const) {
      const page = await studio.show(name, theme, VIEW)
      shots.push(...(await shoot(page)))
      await page.close()
    }
    rows.push(
      `<h2>${name}</h2><div>${shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')}</div>`,
    )
  }
  const page = await studio.browser.newPage({ viewport: { width: 6 * 650, height: 500 } })
  await page.setContent(
    `<style>body{margin:8px;font:16px sans-serif}div{display:flex;gap:8px}h2{margin:4px}</style>${rows.join('')}`,
  )
  writeFileSync(target, await page.screenshot({ fullPage: true, type: 'png' }))
  await studio.close()
}

await run()
