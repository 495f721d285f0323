import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser, imageDifference, readPixels, SAMPLE_GRID, waitUntilAtRest } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()
if (!executable) console.warn('SKIPPED: no Chromium found; set CHROMIUM to its path')

/** Canvas position of an element's centre, provided that the element is visible there. */
function placeOf(page: Page, guid: string): Promise<[number, number]> {
  return page.evaluate((id) => {
    const { viewer } = window.demo
    const model = viewer.models.get('made-up')!
    const box = model.boxOf(model.elementsOf(id))!
    const { x, y } = viewer.camera.project([(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, box[5]])
    return [Math.round(x), Math.round(y)] as [number, number]
  }, guid)
}

describe.skipIf(!executable)('the viewer in a browser', () => {
  let browser: DemoBrowser
  let page: Page
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
    page = await browser.open('storeys=3')
  })
  afterAll(() => browser.stop())

  const roof = 'guid-36'

  it('renders the building in its colours', async () => {
    const [roofColor, sky] = await readPixels(page, [await placeOf(page, roof), [20, 20]])
    expect(roofColor![0]).toBeGreaterThan(roofColor![2]! + 40)
    expect(Math.abs(sky![0]! - sky![2]!)).toBeLessThan(20)
  })

  it('requests no frames while nothing changes', async () => {
    const before = await page.evaluate(() => window.demo.frames.length)
    await page.waitForTimeout(700)
    expect(await page.evaluate(() => window.demo.frames.length)).toBe(before)
  })

  it('a click selects an element and highlights it in the accent colour', async () => {
    const at = await placeOf(page, roof)
    await page.mouse.click(...at)
    await waitUntilAtRest(page)
    const selected = await page.evaluate(() => {
      const { viewer, features } = window.demo
      return features.select.elements.map(({ model, element }) => viewer.models.get(model)?.guidOf(element))
    })
    expect(selected).toEqual([roof])
    const [accent] = await readPixels(page, [at])
    expect(accent![0]! - accent![2]!).toBeGreaterThan(110)
  })

  it('Ctrl click toggles elements, and a click on empty space clears the selection', async () => {
    const count = () => page.evaluate(() => window.demo.features.select.elements.length)
    const wall = await page.evaluate(() => {
      const { viewer } = window.demo
      for (let y = 300; y < 560; y += 5) {
        const hit = viewer.pick(480, y)
        if (hit && viewer.models.get('made-up')?.guidOf(hit.element) !== 'guid-36')
          return [480, y] as [number, number]
      }
      throw new Error('no other element under x = 480')
    })
    await page.keyboard.down('Control')
    await page.mouse.click(...wall)
    expect(await count()).toBe(2)
    await page.waitForTimeout(500)
    await page.mouse.click(...wall)
    expect(await count()).toBe(1)
    await page.keyboard.up('Control')
    await page.waitForTimeout(500)
    await page.mouse.click(15, 300)
    expect(await count()).toBe(0)
    await waitUntilAtRest(page)
  })

  it('hiding an element makes the one behind it visible and pickable', async () => {
    const at = await placeOf(page, roof)
    const before = await readPixels(page, [at])
    await page.evaluate((guid) => {
      const { viewer, features } = window.demo
      const element = viewer.models.get('made-up')!.elementsOf(guid)[0]!
      features.isolate.hide([{ model: 'made-up', element }])
    }, roof)
    await waitUntilAtRest(page)
    expect(imageDifference(before, await readPixels(page, [at]))).toBeGreaterThan(15)
    const behind = await page.evaluate(([x, y]) => {
      const { viewer } = window.demo
      return viewer.models.get('made-up')?.guidOf(viewer.pick(x, y)?.element ?? -1)
    }, at)
    expect(behind).not.toBe(roof)
    expect(await page.evaluate(() => window.demo.features.isolate.counts)).toEqual({ hidden: 1, ghosted: 0 })
    await page.evaluate(() => window.demo.features.isolate.showAll())
    await waitUntilAtRest(page)
    expect(imageDifference(before, await readPixels(page, [at]))).toBeLessThan(2)
  })

  it('in a parallel view a click picks elements drawn behind the eye', async () => {
    const picked = await page.evaluate((guid) => {
      const { viewer } = window.demo
      const before = viewer.camera.goal
      const model = viewer.models.get('made-up')!
      const box = model.boxOf(model.elementsOf(guid))!
      const [x, y] = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2]
      viewer.camera.setProjection('orthographic')
      const pickFrom = (height: number) => {
        const pose = {
          ...viewer.camera.goal,
          forward: [0, 0, -1],
          up: [0, 1, 0],
          eye: [x, y, height],
        } as const
        viewer.camera.setPose(pose as unknown as typeof before, { fly: false })
        const { width, height: high } = viewer.size
        const hit = viewer.pick(width / 2, high / 2)
        return hit && [model.guidOf(hit.element), Math.round(hit.point[2] * 100) / 100]
      }
      const picks = [pickFrom(box[5] + 20), pickFrom(box[2] - 2)]
      viewer.camera.setProjection('perspective')
      viewer.camera.setPose(before, { fly: false })
      return { picks, top: Math.round(box[5] * 100) / 100 }
    }, roof)
    await waitUntilAtRest(page)
    expect(picked.picks).toEqual([
      [roof, picked.top],
      [roof, picked.top],
    ])
  })

  it('isHidden is true only when neither the element nor any of its parts is visible', async () => {
    const hidden = await page.evaluate((guid) => {
      const { viewer, features } = window.demo
      const model = viewer.models.get('made-up')!
      const ref = (element: number) => ({ model: 'made-up', element })
      const [one = 0] = model.elementsOf(guid)
      const other = model.drawnElements().find((element) => element !== one) ?? 0
      features.isolate.isolate([ref(one)])
      const all = model.allElements().filter((element) => model.withParts(element).includes(one))
      const answers = {
        holders: all.map((element) => features.isolate.isHidden([ref(element)])),
        other: features.isolate.isHidden([ref(other)]),
      }
      features.isolate.showAll()
      return answers
    }, roof)
    expect(hidden.holders.length).toBeGreaterThan(1)
    expect(hidden).toEqual({ holders: hidden.holders.map(() => false), other: true })
  })

  it('evicts chunks over the memory budget and fetches them when there is room again', async () => {
    const shown = () =>
      page.evaluate(() => {
        const { viewer } = window.demo
        const model = viewer.models.get('made-up')!
        return {
          chunks: model.chunks.length,
          left_out: viewer.memory.left_out,
          box: viewer.boxOf([{ model: 'made-up', element: 6 }]),
        }
      })
    const before = await shown()
    expect(before).toMatchObject({ chunks: 1, left_out: 0 })
    await page.evaluate(() => {
      window.demo.viewer.memory_mb = 0.001
    })
    await waitUntilAtRest(page)
    expect(await shown()).toEqual({ ...before, chunks: 0, left_out: 1 })
    await page.evaluate(() => {
      window.demo.viewer.memory_mb = 768
    })
    await page.waitForFunction(() => window.demo.viewer.models.get('made-up')?.chunks.length === 1)
    await waitUntilAtRest(page)
    expect(await shown()).toEqual(before)
  })

  it('rotates and moves a loaded model', async () => {
    const at = await placeOf(page, roof)
    const before = await readPixels(page, SAMPLE_GRID)
    await page.evaluate(() => {
      window.demo.viewer.place('made-up', { turn_deg: 90, move: [100, 0, 0] })
      window.demo.viewer.camera.home({ fly: false })
    })
    await waitUntilAtRest(page)
    const hit = await page.evaluate(() => {
      const { viewer } = window.demo
      const box = viewer.box!
      return { box, top: viewer.cast({ origin: [95, 10, 50], direction: [0, 0, -1] })?.point }
    })
    expect(hit.box[0]).toBeCloseTo(100 - 12.5, 3)
    expect(hit.top?.[2]).toBeCloseTo(10, 1)
    await page.evaluate(() => {
      window.demo.viewer.place('made-up', { turn_deg: 0, move: [0, 0, 0] })
      window.demo.viewer.camera.home({ fly: false })
    })
    await waitUntilAtRest(page)
    expect(await placeOf(page, roof)).toEqual(at)
    expect(imageDifference(before, await readPixels(page, SAMPLE_GRID))).toBeLessThan(2)
  })

  it('dragging orbits the camera, which then comes to rest', async () => {
    const before = await readPixels(page, SAMPLE_GRID)
    await page.mouse.move(400, 300)
    await page.mouse.down()
    await page.mouse.move(520, 330, { steps: 6 })
    await page.mouse.up()
    await waitUntilAtRest(page)
    expect(imageDifference(before, await readPixels(page, SAMPLE_GRID))).toBeGreaterThan(4)
    const moving = await page.evaluate(() => window.demo.frames.filter((frame) => !frame.at_rest).length)
    expect(moving).toBeGreaterThan(0)
  })

  it('takes a snapshot of the requested size', async () => {
    const size = await page.evaluate(async () => {
      const blob = await window.demo.features.snapshot.take(640, 360)
      const image = await createImageBitmap(blob)
      return { type: blob.type, width: image.width, height: image.height, bytes: blob.size }
    })
    expect(size).toMatchObject({ type: 'image/png', width: 640, height: 360 })
    expect(size.bytes).toBeGreaterThan(5_000)
  })

  it('white surfaces are not burnt out, and a shadow lies on the ground at rest', async () => {
    const paint = (color: number | null) =>
      page.evaluate((value) => {
        const { viewer } = window.demo
        const model = viewer.models.get('made-up')!
        if (value === null) model.state.clear(16)
        else model.state.paint(model.allElements(), value)
        viewer.invalidate()
      }, color)
    await paint(0xffffff)
    await waitUntilAtRest(page)
    const at = (point: [number, number, number]) =>
      page.evaluate((place) => {
        const { x, y } = window.demo.viewer.camera.project(place)
        return [Math.round(x), Math.round(y)] as [number, number]
      }, point)
    const places = [await at([10, 6, 10]), await at([10, -0.5, 9.8]), await at([21.2, 2, 0])]
    const [top, front, ground] = await readPixels(page, places)
    expect(Math.max(...top!)).toBeLessThan(250)
    expect(Math.abs(top![1]! - front![1]!)).toBeGreaterThan(12)
    // a section casts none
    await page.evaluate(() =>
      window.demo.viewer.setClipping([{ location: [0, 0, 100], direction: [0, 0, 1] }]),
    )
    await waitUntilAtRest(page)
    const [without] = await readPixels(page, [places[2]!])
    expect(ground![1]!).toBeLessThan(without![1]! - 15)
    await page.evaluate(() => window.demo.viewer.setClipping([]))
    await paint(null)
  })

  it('pins can be reached by keyboard and opened', async () => {
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      features.section.reset()
      features.isolate.showAll()
      viewer.camera.home({ fly: false })
      const pin = (
        id: string,
        point: [number, number, number],
        element: string | null,
        number: string,
        color: string,
        label: string,
      ) => ({
        id,
        point,
        element,
        model: 'made-up',
        number,
        color,
        icon: '',
        label,
      })
      features.pins.set([
        pin('a', [10, -0.5, 9], null, '7', '#b3541e', 'Issue 7, open'),
        pin('b', [10, 11, 2], null, '8', '#2b6cb0', 'Issue 8, closed'),
        pin('c', [10, 500, 2], 'guid-36', '9', '#2b6cb0', 'Issue 9, of an element'),
        pin('d', [400, 500, 2], 'not here', '10', '#2b6cb0', 'Issue 10, of another'),
      ])
    })
    await waitUntilAtRest(page)
    const front = page.getByRole('button', { name: 'Issue 7, open' })
    const back = page.getByRole('button', { name: 'Issue 8, closed' })
    const shown = (locator: typeof front) => locator.evaluate((element) => getComputedStyle(element).opacity)
    await expect.poll(() => shown(front)).toBe('1')
    await expect.poll(() => shown(back)).toBe('0.85')
    // pale, with a dark number
    expect(await back.locator('span').evaluate((badge) => getComputedStyle(badge).color)).toBe(
      'rgb(27, 24, 21)',
    )
    await page.getByRole('button', { name: 'Issue 9, of an element' }).waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: 'Issue 10, of another' }).count()).toBe(0)
    await page.evaluate(() => {
      window.demo.features.pins.on('open', ({ id }) => document.body.setAttribute('data-opened', id))
    })
    await front.focus()
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('body', 'data-opened')).toBe('a')
  })

  it('pins that are set again keep the focus, and unchanged ones their marker', async () => {
    const set = (label: string) =>
      page.evaluate((own) => {
        const pin = { element: null, model: 'made-up', color: '#b3541e', icon: '' }
        window.demo.features.pins.set([
          { ...pin, id: 'a', point: [2, -0.5, 9], number: '7', label: 'Issue 7, open' },
          { ...pin, id: 'b', point: [18, -0.5, 2], number: '8', label: own },
        ])
      }, label)
    await set('Issue 8, open')
    await waitUntilAtRest(page)
    const first = await page.getByRole('button', { name: 'Issue 7, open' }).elementHandle()
    await first!.focus()
    await set('Issue 8, closed')
    expect(await first!.evaluate((marker) => document.activeElement === marker)).toBe(true)
    const second = page.getByRole('button', { name: 'Issue 8, closed' })
    await second.focus()
    await set('Issue 8, resolved')
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await label()).toBe('Issue 8, resolved')
    await page.evaluate(() => window.demo.features.pins.set([]))
    expect(await page.locator('.plumbline-pins button').count()).toBe(0)
  })

  it('pins of one place are one marker, fanned out by a press and gathered again by Escape', async () => {
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      viewer.camera.home({ fly: false })
      features.pins.set(
        ['5', '6', '7'].map((number) => ({
          id: `same ${number}`,
          point: [10, -0.5, 9],
          element: null,
          model: 'made-up',
          number,
          color: '#b3541e',
          icon: '',
          label: `Issue ${number}`,
        })),
      )
    })
    await waitUntilAtRest(page)
    const cluster = page.getByRole('button', { name: '3 pins' })
    const single = page.getByRole('button', { name: /^Issue [567]$/ })
    expect(await single.count()).toBe(0)
    await cluster.locator('span').click()
    expect(await single.count()).toBe(3)
    expect(await cluster.getAttribute('aria-expanded')).toBe('true')
    const boxes = await single
      .locator('span')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
    const middle = await cluster.locator('span').evaluate((each) => each.getBoundingClientRect())
    for (const [at, one] of [middle, ...boxes].entries())
      for (const other of boxes.slice(at))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(36)
    await page.evaluate(() => {
      window.demo.features.pins.on('open', ({ id }) => document.body.setAttribute('data-opened', id))
    })
    await page.getByRole('button', { name: 'Issue 6' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('body', 'data-opened')).toBe('same 6')
    await page.keyboard.press('Escape')
    expect(await single.count()).toBe(0)
    expect(await cluster.evaluate((marker) => marker === document.activeElement)).toBe(true)
  })

  it('renders the same image after the WebGL context was lost and restored', async () => {
    await page.evaluate(() => window.demo.features.pins.set([]))
    await waitUntilAtRest(page)
    const before = await readPixels(page, SAMPLE_GRID)
    const events = await page.evaluate(async () => {
      const { viewer } = window.demo
      const seen: boolean[] = []
      const restored = new Promise<boolean[]>((resolve) => {
        viewer.on('context-lost', (event) => {
          seen.push(event.restored)
          if (event.restored) resolve(seen)
        })
      })
      viewer.stage.renderer!.forceContextLoss()
      setTimeout(() => viewer.restoreContext(), 100)
      return restored
    })
    await waitUntilAtRest(page)
    expect(events).toEqual([false, true])
    expect(imageDifference(before, await readPixels(page, SAMPLE_GRID))).toBeLessThan(1)
  })

  it('a new viewer can start on the canvas of a disposed one', async () => {
    const other = await browser.open('storeys=2')
    const drawn = await other.evaluate(async () => {
      const { viewer, createViewer } = window.demo
      const { canvas } = viewer
      const [model] = viewer.models.values()
      const first = { id: 'again', manifest: model!.manifest, chunk: async () => new Uint8Array() }
      viewer.dispose()
      const left = canvas.parentElement?.childElementCount
      const next = createViewer(canvas, { still: true })
      const broken = next.load(first).ready.then(
        () => '',
        (error: Error) => error.message,
      )
      const frame = await new Promise<{ draw_calls: number }>((resolve) => next.on('frame', resolve))
      return { left, frame, broken: await broken, lost: next.stage.renderer!.getContext().isContextLost() }
    })
    expect(drawn.left).toBe(1)
    expect(drawn.frame.draw_calls).toBeGreaterThan(0)
    expect(drawn.lost).toBe(false)
    expect(drawn.broken).toContain('damaged')
    await other.close()
  })

  it('draws nothing after it was closed while a model was loading', async () => {
    const drawn = await page.evaluate(async () => {
      const { viewer, createViewer } = window.demo
      const canvas = document.createElement('canvas')
      document.body.append(canvas)
      const other = createViewer(canvas)
      const { manifest } = viewer.models.get('made-up')!
      const model = other.load({
        id: 'late',
        manifest,
        chunk: (_file, signal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      })
      // the viewer waits for the first part of a model before it draws
      for (let left = 40; left > 0; left--) await new Promise(requestAnimationFrame)
      let frames = 0
      const { draw } = other.stage
      other.stage.draw = (view) => {
        frames++
        return draw.call(other.stage, view)
      }
      other.dispose()
      await model.ready.catch(() => {})
      for (let left = 5; left > 0; left--) await new Promise(requestAnimationFrame)
      canvas.remove()
      return frames
    })
    expect(drawn).toBe(0)
  })

  it('frees GPU memory when a model is unloaded', async () => {
    const left = await page.evaluate(async () => {
      const { viewer } = window.demo
      viewer.unload('made-up')
      await new Promise((resolve) => viewer.on('frame', resolve))
      return { ...viewer.stage.renderer!.info.memory, hit: viewer.pick(400, 300) }
    })
    expect(left.hit).toBeNull()
    // The remaining objects belong to the background, the grid, the shadow and the full-screen passes.
    expect(left.geometries).toBeLessThanOrEqual(7)
    expect(left.textures).toBeLessThanOrEqual(7)
  })
})
