import type { Page } from '@playwright/test'
import type { Vec3 } from '@plumbline/bim/model'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser, readPixels, waitUntilAtRest } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()
if (!executable) console.warn('SKIPPED: no Chromium found; set CHROMIUM to its path')

/** Page coordinates of a world point. */
function place(page: Page, point: Vec3): Promise<[number, number]> {
  return page.evaluate((at) => {
    const { x, y } = window.demo.viewer.camera.project(at)
    return [x, y] as [number, number]
  }, point)
}

describe.skipIf(!executable)('the tools of the viewer', () => {
  let browser: DemoBrowser
  let page: Page
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
    page = await browser.open('storeys=3')
  })
  afterAll(() => browser.stop())
  afterEach(async () => {
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      viewer.setTool(null)
      features.plan.leave()
      features.section.reset()
      features.select.clear()
      features.isolate.showAll()
      viewer.camera.home({ fly: false })
    })
    await waitUntilAtRest(page)
  })

  it('measuring snaps to corners although the clicks are a few pixels off', async () => {
    await page.evaluate(() => window.demo.features.measure.start('distance'))
    // Two corners of the roof, 21 m apart.
    for (const corner of [
      [-0.5, -0.5, 10],
      [20.5, -0.5, 10],
    ] as Vec3[]) {
      const [x, y] = await place(page, corner)
      await page.mouse.click(x + (corner[0] < 0 ? 3 : -3), y - 2)
      await page.waitForTimeout(450)
    }
    const results = await page.evaluate(() => window.demo.features.measure.results)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ kind: 'distance' })
    expect(results[0]?.kind === 'distance' && results[0].length_m).toBeCloseTo(21, 3)
    expect(await page.locator('output').textContent()).toBe('21.000 m')
    expect(await page.evaluate(() => window.demo.features.select.elements)).toEqual([])
    await page.evaluate(() => window.demo.features.measure.clear())
    expect(await page.locator('output').count()).toBe(0)
  })

  it('one click measures a whole edge, one click a whole face', async () => {
    await page.evaluate(() => window.demo.features.measure.start('edge'))
    const edge = await place(page, [10, -0.5, 10])
    await page.mouse.click(edge[0], edge[1] - 2)
    await page.waitForTimeout(450)
    await page.evaluate(() => window.demo.features.measure.start('face'))
    await page.mouse.click(...(await place(page, [10, 6, 10])))
    const results = await page.evaluate(() => window.demo.features.measure.results)
    expect(results.map(({ kind }) => kind)).toEqual(['edge', 'face'])
    expect(results[0]?.kind === 'edge' && results[0].length_m).toBeCloseTo(21, 3)
    expect(results[1]?.kind === 'face' && results[1].area_m2).toBeCloseTo(21 * 13, 1)
    expect(results[1]?.kind === 'face' && results[1].outline).toHaveLength(4)
    await page.evaluate(() => window.demo.features.measure.clear())
  })

  it('an area is completed and the next one starts', async () => {
    const counts = await page.evaluate(() => {
      const { measure } = window.demo.features
      const seen: number[] = []
      const stop = measure.on('points', ({ count }) => seen.push(count))
      measure.start('area')
      for (const [x, y] of [
        [0, 0],
        [4, 0],
        [4, 3],
      ] as const)
        measure.addPoint([x, y, 10])
      measure.finish()
      stop()
      return seen
    })
    expect(counts).toEqual([0, 1, 2, 3, 0])
    const results = await page.evaluate(() => window.demo.features.measure.results)
    expect(results[0]?.kind === 'area' && results[0].area_m2).toBeCloseTo(6, 6)
    await page.evaluate(() => window.demo.features.measure.clear())
  })

  it('a measurement next to those of another viewer has its own label and is removed alone', async () => {
    const { ids, labels, left } = await page.evaluate(() => {
      const { measure } = window.demo.features
      const span = (metres: number) => {
        measure.start('distance')
        measure.addPoint([0, 0, 10])
        measure.addPoint([metres, 0, 10])
        return measure.results.at(-1)!
      }
      const five = span(5)
      measure.clear()
      measure.restore([{ ...five, id: `m${Number(five.id.slice(1)) + 1}` }])
      const two = span(2)
      const ids = measure.results.map(({ id }) => id)
      const labels = [...document.querySelectorAll('output')].map(({ textContent }) => textContent)
      measure.remove(two.id)
      return { ids: new Set(ids).size, labels, left: measure.results.length }
    })
    expect({ ids, left }).toEqual({ ids: 2, left: 1 })
    expect(labels).toEqual(['5.000 m', '2.000 m'])
    await page.evaluate(() => window.demo.features.measure.clear())
  })

  it('a double click while measuring is one point', async () => {
    for (const kind of ['distance', 'angle'] as const) {
      await page.evaluate((each) => window.demo.features.measure.start(each), kind)
      const counts = await page.evaluateHandle(() => {
        const seen: number[] = []
        window.demo.features.measure.on('points', ({ count }) => seen.push(count))
        return seen
      })
      const [x, y] = await place(page, [10, 6, 10.4])
      await page.mouse.dblclick(x, y)
      expect((await counts.jsonValue()).at(-1)).toBe(1)
      expect(await page.evaluate(() => window.demo.features.measure.results)).toEqual([])
    }
  })

  it('walking with gravity stays on the floor', async () => {
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      viewer.camera.setPose(
        { ...viewer.camera.goal, eye: [10, 5, 2.9], forward: [0, 1, 0], up: [0, 0, 1], focus_m: 5 },
        { fly: false },
      )
      features.walk.gravity = true
      features.walk.start()
    })
    // the top of the slab is at 0.3 m, the eye 1.65 m above it
    const height = () => page.evaluate(() => window.demo.viewer.camera.pose.eye[2])
    await page.keyboard.down('w')
    await page.waitForFunction(() => window.demo.viewer.camera.pose.eye[1] > 5.2)
    await page.keyboard.up('w')
    await waitUntilAtRest(page)
    expect(await height()).toBeCloseTo(1.95, 1)
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      features.walk.gravity = false
      const [x, y] = viewer.camera.pose.eye
      viewer.camera.setPose({ ...viewer.camera.pose, eye: [x, y, 2.9] }, { fly: false })
    })
    await waitUntilAtRest(page)
    expect(await height()).toBeCloseTo(2.9, 3)
    // switched on while nobody moves
    await page.evaluate(() => {
      window.demo.features.walk.gravity = true
    })
    await waitUntilAtRest(page)
    expect(await height()).toBeCloseTo(1.95, 1)
    await page.evaluate(() => {
      window.demo.features.walk.gravity = false
    })
  })

  it('the section box can be moved by keyboard on its handles', async () => {
    const inside = await place(page, [10, 1, 7])
    await page.evaluate(() => window.demo.features.section.setBox())
    const top = page.getByRole('button', { name: 'Top', exact: true }).and(page.locator('button'))
    await top.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowDown')
    await waitUntilAtRest(page)
    const box = await page.evaluate(() => window.demo.features.section.box)
    expect(box?.[5]).toBeCloseTo(10 - 3, 6)
    const hit = await page.evaluate(([x, y]) => window.demo.viewer.pick(x, y)?.point, inside)
    expect(hit?.[2]).toBeLessThan(7.003)
  })

  it('the section box can be dragged by a handle along its axis', async () => {
    await page.evaluate(() => window.demo.features.section.setBox())
    const [x, y] = await place(page, [10, 6, 10])
    const [toX, toY] = await place(page, [10, 6, 5])
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(toX, toY, { steps: 5 })
    await page.mouse.up()
    const box = await page.evaluate(() => window.demo.features.section.box)
    expect(box?.[5]).toBeGreaterThan(4.7)
    expect(box?.[5]).toBeLessThan(5.3)
  })

  it('a section that moves is drawn by the programs that are compiled already', async () => {
    const moveTo = async (top: number) => {
      await page.evaluate((z) => window.demo.features.section.setBox([0, 0, 0, 18, 12, z]), top)
      await waitUntilAtRest(page)
    }
    await moveTo(3)
    const linked = await page.evaluateHandle(() => {
      const count = { programs: 0 }
      const link = WebGL2RenderingContext.prototype.linkProgram
      WebGL2RenderingContext.prototype.linkProgram = function (program) {
        count.programs++
        link.call(this, program)
      }
      return count
    })
    for (const top of [3.2, 3.4, 8]) await moveTo(top)
    expect(await linked.jsonValue()).toEqual({ programs: 0 })
  })

  it('a cut solid shows one flat opaque face with a dark outline, and clicks meet that face', async () => {
    // straight down on the roof (10.0 m at its top, 9.6 m at its underside), cut at 9.8 m; near enough for the hatch
    const look = (height: number) =>
      page.evaluate((z) => {
        const { viewer, features } = window.demo
        features.section.setPlanes([{ location: [10, 6, 9.8], direction: [0, 0, 1] }])
        features.section.editing = false
        viewer.camera.setPose(
          { ...viewer.camera.goal, eye: [10, 6, z], forward: [0, 0, -1], up: [0, 1, 0], focus_m: z - 9.8 },
          { fly: false },
        )
      }, height)
    await look(40)
    await waitUntilAtRest(page)
    const points = [
      [0, 1],
      [5, 5.9],
      [9.95, 6],
      [20, 12],
    ].map(([x = 0, y = 0]): Vec3 => [x, y, 9.8])
    const places = await Promise.all(points.map((point) => place(page, point)))
    const colors = await readPixels(page, places)
    for (const color of colors) expect(color).toEqual(colors[0])
    // poché instead of the roof's red
    expect(Math.abs((colors[0]?.[0] ?? 0) - (colors[0]?.[2] ?? 255))).toBeLessThan(40)
    const [edge] = await readPixels(page, [await place(page, [-0.5, 6, 9.8])])
    expect(Math.max(...(edge ?? [255]))).toBeLessThan(60)
    const picked = await page.evaluate((points) => {
      const { viewer } = window.demo
      return points.map(([x, y]) => viewer.pick(x, y)?.point[2])
    }, places)
    for (const z of picked) expect(z).toBeCloseTo(9.8, 6)
    // near enough, the hatch shows two colours on the same face
    await look(13)
    await waitUntilAtRest(page)
    const row = await readPixels(
      page,
      Array.from({ length: 60 }, (_, at): [number, number] => [200 + at, 300]),
    )
    expect(new Set(row.map((color) => (color[0] ?? 0) >> 5)).size).toBeGreaterThan(1)
  })

  it('leaving a plan restores the previous view', async () => {
    const before = await page.evaluate(() => window.demo.features.viewpoints.capture())
    await page.evaluate(() => window.demo.features.plan.show({ model: 'made-up', storey: 1 }))
    await waitUntilAtRest(page)
    const plan = await page.evaluate(() => {
      const { viewer } = window.demo
      return { pose: viewer.camera.pose, over: viewer.pick(400, 300)?.point }
    })
    expect(plan.pose.forward[2]).toBeCloseTo(-1)
    expect(plan.pose.projection).toBe('orthographic')
    expect(plan.over?.[2]).toBeCloseTo(3.5, 2)
    await page.evaluate(() => window.demo.features.plan.leave())
    expect(await page.evaluate(() => window.demo.features.viewpoints.capture())).toEqual(before)
  })

  it('walking moves while a key is held and stops when it is released', async () => {
    await page.evaluate(() => window.demo.features.walk.start())
    const eye = () => page.evaluate(() => window.demo.viewer.camera.pose.eye)
    const start = await eye()
    await page.keyboard.down('w')
    await expect.poll(async () => (await eye())[1], { timeout: 20_000 }).toBeGreaterThan(start[1] + 0.1)
    await page.keyboard.up('w')
    await waitUntilAtRest(page)
    const end = await eye()
    await page.waitForTimeout(200)
    expect(await eye()).toEqual(end)
    expect(end[2]).toBeCloseTo(start[2], 6)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => [window.demo.viewer.tool, window.demo.viewer.navigation])).toEqual([
      null,
      'orbit',
    ])
  })

  it('the wheel zooms towards the cursor', async () => {
    const at = await place(page, [-0.5, 12.5, 10])
    const before = await page.evaluate(() => window.demo.viewer.camera.pose.eye)
    await page.mouse.move(at[0] + 4, at[1] + 6)
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -120)
    await waitUntilAtRest(page)
    const after = await place(page, [-0.5, 12.5, 10])
    expect(Math.hypot(after[0] - at[0], after[1] - at[1])).toBeLessThan(12)
    expect(await page.evaluate(() => window.demo.viewer.camera.pose.eye)).not.toEqual(before)
  })

  it('a rectangle selects the elements inside it', async () => {
    const count = () => page.evaluate(() => window.demo.features.select.elements.length)
    const drag = async (from: [number, number], to: [number, number]) => {
      await page.keyboard.down('Alt')
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 4 })
      await page.mouse.up()
      await page.keyboard.up('Alt')
      return count()
    }
    expect(await drag([5, 5], [795, 595])).toBe(37)
    const middle = await place(page, [10, 0, 5])
    const inside = await drag([middle[0] - 20, middle[1] - 20], [middle[0] + 20, middle[1] + 20])
    const touched = await drag([middle[0] + 20, middle[1] + 20], [middle[0] - 20, middle[1] - 20])
    expect(inside).toBe(0)
    expect(touched).toBeGreaterThan(0)
  })

  it('the navigation cube shows the sides of the model', async () => {
    await page.getByRole('button', { name: 'Right', exact: true }).click()
    await waitUntilAtRest(page)
    expect(await page.evaluate(() => window.demo.viewer.camera.pose.forward.map(Math.round))).toEqual([
      -1, 0, 0,
    ])
  })

  it('keyboard shortcuts trigger their actions', async () => {
    await page.locator('canvas').focus()
    await page.keyboard.press('Alt+5')
    expect(await page.evaluate(() => Math.round(window.demo.viewer.camera.pose.forward[2]))).toBe(-1)
    await page.keyboard.press('o')
    expect(await page.evaluate(() => window.demo.viewer.camera.pose.projection)).toBe('orthographic')
    await page.keyboard.press('o')
    await page.mouse.click(...(await place(page, [10, 6, 10])))
    await page.keyboard.press('i')
    const { counts } = await page.evaluate(() => ({ counts: window.demo.features.isolate.counts }))
    expect(counts).toEqual({ hidden: 36, ghosted: 0 })
    await page.keyboard.press('Shift+H')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.demo.features.select.elements)).toEqual([])
    const before = await page.evaluate(() => window.demo.viewer.camera.pose.eye)
    await page.keyboard.press('ArrowLeft')
    expect(await page.evaluate(() => window.demo.viewer.camera.pose.eye)).not.toEqual(before)
  })

  it('the colours follow the theme', async () => {
    const [light] = await readPixels(page, [[20, 580]])
    await page.evaluate(() => window.demo.viewer.theme('dark'))
    await waitUntilAtRest(page)
    const [dark] = await readPixels(page, [[20, 580]])
    expect(light![0]).toBeGreaterThan(200)
    expect(dark![0]).toBeLessThan(70)
    await page.evaluate(() => window.demo.viewer.theme('light'))
  })
})
