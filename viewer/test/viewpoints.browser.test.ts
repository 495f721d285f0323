import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser, imageDifference, readPixels, SAMPLE_GRID, waitUntilAtRest } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()

describe.skipIf(!executable)('viewpoints in a browser', () => {
  let browser: DemoBrowser
  let page: Page
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
    page = await browser.open('storeys=3')
  })
  afterAll(() => browser.stop())

  it('restores a captured viewpoint exactly', async () => {
    const before = await page.evaluate(async () => {
      const { viewer, features } = window.demo
      const model = viewer.models.get('made-up')!
      const refs = (...guids: string[]) =>
        guids.flatMap((guid) => model.elementsOf(guid).map((element) => ({ model: 'made-up', element })))
      features.isolate.hide(refs('guid-1', 'guid-36'))
      model.state.paint(model.elementsOf('guid-0'), 0x3366cc)
      features.select.set(refs('guid-2'))
      features.section.setBox([0, 0, 0, 18, 12, 8])
      viewer.camera.setProjection('orthographic')
      return features.viewpoints.capture()
    })
    await waitUntilAtRest(page)
    const seen = await readPixels(page, SAMPLE_GRID)
    await page.evaluate(() => {
      const { viewer, features } = window.demo
      features.section.reset()
      features.select.clear()
      features.isolate.showAll()
      viewer.models.get('made-up')!.state.clear(16)
      viewer.camera.setProjection('perspective')
      viewer.camera.view('top')
    })
    await waitUntilAtRest(page)
    expect(imageDifference(seen, await readPixels(page, SAMPLE_GRID))).toBeGreaterThan(3)
    const again = await page.evaluate((viewpoint) => {
      const { features } = window.demo
      const result = features.viewpoints.restore(JSON.parse(JSON.stringify(viewpoint)))
      return { result, viewpoint: features.viewpoints.capture() }
    }, before)
    await waitUntilAtRest(page)
    expect(again.result.missing).toBe(0)
    expect(again.viewpoint).toEqual(before)
    // The section handles are not part of a viewpoint, so a small difference is expected.
    expect(imageDifference(seen, await readPixels(page, SAMPLE_GRID))).toBeLessThan(1.5)
  })

  it('restores ghosts, whether few elements or all but a few are ghosted', async () => {
    const seen = await page.evaluate(() => {
      const { viewer, features } = window.demo
      const model = viewer.models.get('made-up')!
      const refs = (guid: string) => model.elementsOf(guid).map((element) => ({ model: 'made-up', element }))
      const again = (others: boolean) => {
        const view = JSON.parse(JSON.stringify(features.viewpoints.capture()))
        const before = { ghosts: view.ghosts, ...features.isolate.counts }
        features.isolate.showAll()
        const shown = features.isolate.counts
        features.viewpoints.restore(view)
        return { others, before, shown, after: { ghosts: view.ghosts, ...features.isolate.counts } }
      }
      features.isolate.ghostOthers(refs('guid-2'))
      features.isolate.hide(refs('guid-3'))
      const most = again(true)
      features.isolate.show(
        [...viewer.models.values()].flatMap((each) =>
          each
            .drawnElements()
            .filter((element) => element % 5 > 0)
            .map((element) => ({ model: each.id, element })),
        ),
      )
      return [most, again(false)]
    })
    const none = { hidden: 0, ghosted: 0 }
    expect(seen).toEqual([
      { others: true, before: seen[0]!.before, shown: none, after: seen[0]!.before },
      { others: false, before: seen[1]!.before, shown: none, after: seen[1]!.before },
    ])
    expect(seen.map(({ before }) => [before.ghosts.all_but, before.ghosted > 0])).toEqual([
      [true, true],
      [false, true],
    ])
    expect(seen[0]!.before.hidden).toBe(1)
    await page.evaluate(() => window.demo.features.isolate.showAll())
  })

  it('draws the redlines of a viewpoint at their positions until another viewpoint is restored', async () => {
    const line = { start_point: { x: 0, y: 0, z: 9 }, end_point: { x: 18, y: 0, z: 9 } }
    const drawn = () =>
      page.evaluate(({ start_point: from, end_point: to }) => {
        const path = document.querySelector('.plumbline-redlines .line')?.getAttribute('d') ?? ''
        const at = [from, to].map(({ x, y, z }) => window.demo.viewer.camera.project([x, y, z]))
        return {
          path: path.match(/-?[\d.]+/g)?.map((number) => Math.round(Number(number))) ?? [],
          ends: at.flatMap(({ x, y }) => [
            Math.round(Number(x.toFixed(1))),
            Math.round(Number(y.toFixed(1))),
          ]),
        }
      }, line)
    const captured = await page.evaluate((one) => {
      const { viewer, features } = window.demo
      viewer.camera.setProjection('perspective')
      viewer.camera.home({ fly: false })
      const view = features.viewpoints.capture()
      const far = { start_point: { x: Number.NaN, y: 0, z: 0 }, end_point: one.end_point }
      features.viewpoints.restore({ ...view, lines: [one, far] })
      return features.viewpoints.capture().lines
    }, line)
    expect(captured).toEqual([line])
    await waitUntilAtRest(page)
    const first = await drawn()
    expect(first.path).toEqual(first.ends)
    await page.evaluate(() => window.demo.viewer.camera.view('top'))
    await waitUntilAtRest(page)
    const second = await drawn()
    expect(second.path).toEqual(second.ends)
    expect(second.ends).not.toEqual(first.ends)
    await page.evaluate(() => {
      const { features } = window.demo
      features.viewpoints.restore({ ...features.viewpoints.capture(), lines: [] })
    })
    expect((await drawn()).path).toEqual([])
  })

  it('places bitmaps of a viewpoint in the model, upright and occluded by geometry in front', async () => {
    const places: [number, number][] = [
      [7, 7],
      [11, 7],
      [7, 5],
      [11, 5],
    ]
    const seen = async (z: number | null) => {
      const at = await page.evaluate(
        async ([spots, height]) => {
          const { viewer, features } = window.demo
          viewer.camera.view('top')
          const canvas = new OffscreenCanvas(200, 100)
          const context = canvas.getContext('2d')!
          const quarters = ['#ff0000', '#00ff00', '#0000ff']
          for (const [index, color] of quarters.entries()) {
            context.fillStyle = color
            context.fillRect((index % 2) * 100, Math.floor(index / 2) * 50, 100, 50)
          }
          const image = await createImageBitmap(canvas)
          const point = (x: number, y: number, z: number) => ({ x, y, z })
          const flat = { image, normal: point(0, 0, 3), up: point(0, 2, 0), height: 4 }
          const nowhere = { ...flat, location: point(Number.NaN, 0, 0) }
          features.pictures.list =
            height === null ? [] : [{ ...flat, location: point(9, 6, height) }, nowhere]
          return spots.map(([x, y]) => {
            const { x: left, y: top } = viewer.camera.project([x, y, height ?? 20])
            return [Math.round(left), Math.round(top)] as [number, number]
          })
        },
        [places, z] as const,
      )
      await waitUntilAtRest(page)
      return readPixels(page, at)
    }
    const without = await seen(null)
    const above = await seen(20)
    expect(above.slice(0, 3)).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ])
    // where the bitmap is transparent the model is visible
    expect(above[3]).toEqual(without[3])
    expect(await seen(-5)).toEqual(without)
    expect(await page.evaluate(() => window.demo.features.pictures.list.length)).toBe(1)
    await page.evaluate(() => {
      window.demo.features.pictures.list = []
    })
  })
})
