import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()
if (!executable) console.warn('SKIPPED: no Chromium found; set CHROMIUM to its path')

/** The number of pixels that the model covers in a picture from `times` its home distance, and their mean, 0…255. */
function captureModel(page: Page, times: number): Promise<{ pixels: number; brightness: number }> {
  return page.evaluate((far) => {
    const { viewer } = window.demo
    viewer.camera.home({ fly: false })
    const { pose } = viewer.camera
    const eye = pose.eye.map((value, axis) => value - pose.forward[axis]! * pose.focus_m * (far - 1))
    viewer.camera.setPose(
      { ...pose, eye: eye as typeof pose.eye, focus_m: pose.focus_m * far },
      { fly: false },
    )
    const [width, height] = [800, 600]
    const with_model = viewer.capture(width, height)
    const elements = viewer.models.get('made-up')!.drawnElements()
    window.demo.features.isolate.hide(elements.map((element) => ({ model: 'made-up', element })))
    const without = viewer.capture(width, height)
    window.demo.features.isolate.showAll()
    const found = { pixels: 0, brightness: 0 }
    for (let at = 0; at < with_model.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = with_model.subarray(at, at + 3)
      // the shadow on the ground changes pixels much less than the model
      if (Math.abs(green - without[at + 1]!) + Math.abs(red - without[at]!) < 24) continue
      found.pixels++
      found.brightness += (red + green + blue) / 3
    }
    return { ...found, brightness: found.brightness / found.pixels }
  }, times)
}

describe.skipIf(!executable)('the light of the viewer', () => {
  let browser: DemoBrowser
  let page: Page
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
    page = await browser.open('road&theme=dark')
  })
  afterAll(() => browser.stop())

  it('hides the edges of layers under the surface of a road that is seen from far away', async () => {
    const { pixels, brightness } = await captureModel(page, 1)
    expect(pixels).toBeGreaterThan(3000)
    expect(brightness).toBeGreaterThan(115)
  })

  it('draws a road of a few pixels in its own colour, not in that of its outline', async () => {
    const { pixels, brightness } = await captureModel(page, 2.5)
    expect(pixels).toBeGreaterThan(500)
    expect(brightness).toBeGreaterThan(76)
  })

  it('draws flat terrain before the shadow on the ground and the grid, from near and far', async () => {
    const ground = await browser.open('ground')
    for (const times of [0.4, 1, 2]) {
      const { pixels, brightness } = await captureModel(ground, times)
      expect(pixels).toBeGreaterThan(500)
      expect(brightness).toBeGreaterThan(115)
    }
  })
})
