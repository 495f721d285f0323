import type { Page } from '@playwright/test'
import type { LineLayer } from '@plumbline/bim/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser, readPixels, waitUntilAtRest } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()
if (!executable) console.warn('SKIPPED: no Chromium found; set CHROMIUM to its path')

/** Element that the lines belong to; one without a body. */
const GRID = 60

describe.skipIf(!executable)('the layer of lines', () => {
  let browser: DemoBrowser
  let page: Page
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
    page = await browser.open('storeys=3')
    await page.evaluate((element) => {
      const { viewer, features } = window.demo
      const [x0, y0, z0, x1, y1] = viewer.box as [number, number, number, number, number, number]
      const z = z0 + 0.1
      const lines: LineLayer['lines'] = [
        { element, kind: 'grid', name: 'A', points: [x0 - 6, y0 - 2, z, x1 + 6, y0 - 2, z] },
        { element, kind: 'grid', name: 'B', points: [x0 - 6, (y0 + y1) / 2, z, x1 + 6, (y0 + y1) / 2, z] },
        { element, kind: 'grid', name: '1', points: [x0 - 2, y0 - 6, z, x0 - 2, y1 + 6, z] },
        {
          element: element + 1,
          kind: 'annotation',
          name: '',
          points: [x0 - 4, y0 - 4, z, x0 + 4, y0 - 4, z],
        },
      ]
      features.lines.set('made-up', {
        lines,
        texts: [{ element: element + 1, text: 'Entrance', at: [x0, y0 - 4, z] }],
      })
      viewer.camera.fit([x0 - 8, y0 - 8, z0, x1 + 8, y1 + 8, z])
    }, GRID)
    await waitUntilAtRest(page)
  })
  afterAll(() => browser.stop())

  const labels = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.plumbline-line-label')].map((each) => each.textContent).sort(),
    )
  /** Canvas position of the middle of axis A's part in front of the building. */
  const onAxis = () =>
    page.evaluate(() => {
      const { viewer } = window.demo
      const [x0, y0, z0, x1] = viewer.box as [number, number, number, number, number, number]
      const { x, y } = viewer.camera.project([(x0 + x1) / 2, y0 - 2, z0 + 0.1])
      return [Math.round(x), Math.round(y)] as [number, number]
    })
  const selected = () =>
    page.evaluate(() => window.demo.features.select.elements.map(({ element }) => element))

  it('names its axes at both ends and shows texts', async () => {
    expect(await labels()).toEqual(['1', '1', 'A', 'A', 'B', 'B', 'Entrance'])
  })

  it('selects the element of a clicked line, drawn in the accent colour, and fits to it', async () => {
    const at = await onAxis()
    await page.mouse.click(...at)
    await waitUntilAtRest(page)
    expect(await selected()).toEqual([GRID])
    const column = Array.from({ length: 9 }, (_, step) => [at[0], at[1] - 4 + step] as [number, number])
    const colors = await readPixels(page, column)
    expect(Math.max(...colors.map(([red = 0, , blue = 0]) => red - blue))).toBeGreaterThan(60)
    const box = await page.evaluate(
      (element) => window.demo.viewer.boxOf([{ model: 'made-up', element }]),
      GRID,
    )
    expect(box![3] - box![0]).toBeGreaterThan(12)
  })

  it('leaves elements in front of a line their clicks', async () => {
    const hit = await page.evaluate(() => {
      const { viewer } = window.demo
      // the part of axis 1 behind the building
      const [x0, , z0, , y1] = viewer.box as [number, number, number, number, number, number]
      const { x, y } = viewer.camera.project([x0 + 1, y1 - 1, z0 + 0.1])
      return [viewer.pick(x, y)?.element, viewer.pickAny(x, y)?.element]
    })
    expect(hit[0]).toBeDefined()
    expect(hit[1]).toBe(hit[0])
  })

  it('is hidden with its element, and as a whole', async () => {
    await page.evaluate(
      (element) => window.demo.viewer.models.get('made-up')?.state.set([element], 1, true),
      GRID,
    )
    await page.evaluate(() => window.demo.viewer.invalidate())
    await waitUntilAtRest(page)
    expect(await labels()).toEqual(['Entrance'])
    expect(await page.evaluate(([x, y]) => window.demo.viewer.pickAny(x!, y!), await onAxis())).toBeNull()
    await page.evaluate(
      (element) => window.demo.viewer.models.get('made-up')?.state.set([element], 1, false),
      GRID,
    )
    await page.evaluate(() => {
      window.demo.features.lines.visible = false
    })
    expect(await labels()).toEqual([])
    expect(await page.evaluate(([x, y]) => window.demo.viewer.pickAny(x!, y!), await onAxis())).toBeNull()
    await page.evaluate(() => {
      window.demo.features.lines.visible = true
    })
    expect(await labels()).toContain('A')
  })

  it('is cut by sections, but its axes stand in the plan of every storey', async () => {
    await page.evaluate(() => {
      const { viewer } = window.demo
      const z0 = viewer.box?.[2] ?? 0
      viewer.setClipping([{ location: [0, 0, z0 + 2], direction: [0, 0, -1] }])
    })
    await waitUntilAtRest(page)
    expect(await labels()).toEqual([])
    await page.evaluate(() => {
      window.demo.viewer.setClipping([])
      window.demo.features.plan.show({ model: 'made-up', storey: 2 })
    })
    await waitUntilAtRest(page)
    const shown = await labels()
    // the plan is fitted to the building: the names are where the axes leave the picture
    expect(shown.filter((each) => each === 'B')).toHaveLength(2)
    expect(shown).not.toContain('Entrance')
    await page.evaluate(() => window.demo.features.plan.leave())
  })

  it('shows the open leaf of a door in plans only', async () => {
    // a tenth of the ground floor's southern wall plays the door
    const [element, ...along] = await page.evaluate(() => {
      const { viewer, features } = window.demo
      const model = viewer.models.get('made-up')
      const floor = model?.manifest.storeys[0]?.elevation_m ?? 0
      const all = [...(model?.boxesOf(new Set(Array.from({ length: 60 }, (_, at) => at))) ?? [])]
      const cut = all
        .filter(([, box]) => box[2] < floor + 1 && box[5] > floor + 1.5 && box[3] - box[0] > 5)
        .sort(([, a], [, b]) => a[4] - b[4])[0]
      const [found, [x0, , , x1, y1]] = cut ?? [0, [0, 0, 0, 0, 0, 0]]
      features.panels.set('made-up', [
        {
          element: found,
          along: [1, 0],
          towards: [0, 1],
          panels: [{ kind: 'SWING', from: 0.4, to: 0.5, side: 1 }],
        },
      ])
      features.plan.show({ model: 'made-up', storey: 0 })
      return [found, x0, x1, y1]
    })
    const [x0 = 0, x1 = 0, y1 = 0] = along
    const onLeaf = () =>
      page.evaluate(
        ([x, y]) => {
          const at = window.demo.viewer.camera.project([x as number, y as number, 1])
          return [Math.round(at.x), Math.round(at.y)] as [number, number]
        },
        [x0 + (x1 - x0) * 0.4, y1 + (x1 - x0) * 0.05],
      )
    const darkest = async () => {
      const [x, y] = await onLeaf()
      const row = Array.from({ length: 7 }, (_, step) => [x - 3 + step, y] as [number, number])
      return Math.min(...(await readPixels(page, row)).map((color) => Math.max(...color)))
    }
    await waitUntilAtRest(page)
    const shown = await darkest()
    await page.evaluate((hidden) => {
      const { viewer } = window.demo
      viewer.models.get('made-up')?.state.set([hidden as number], 1, true)
      viewer.invalidate()
    }, element)
    await waitUntilAtRest(page)
    expect((await darkest()) - shown).toBeGreaterThan(20)
    await page.evaluate(() => window.demo.features.plan.leave())
  })
})
