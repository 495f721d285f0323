import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DemoBrowser, imageDifference, readPixels, SAMPLE_GRID, waitUntilAtRest } from './browser.ts'
import { findChromium } from './chromium.ts'

const executable = findChromium()
if (!executable) console.warn('SKIPPED: no Chromium found; set CHROMIUM to its path')

describe.skipIf(!executable)('a viewer whose screen changes', () => {
  let browser: DemoBrowser
  beforeAll(async () => {
    browser = await DemoBrowser.start(executable!)
  })
  afterAll(() => browser.stop())

  it('is drawn again after its context was lost and restored, although a model was loaded in between', async () => {
    const page = await browser.open('storeys=2')
    const before = await readPixels(page, SAMPLE_GRID)
    const drawn = await page.evaluate(async () => {
      const { viewer } = window.demo
      const { manifest } = viewer.models.get('made-up')!
      const listen = () =>
        new Promise<void>((resolve) => {
          const stop = viewer.on('context-lost', () => {
            stop()
            resolve()
          })
        })
      const lost = listen()
      viewer.stage.renderer!.forceContextLoss()
      await lost
      await viewer.load({ id: 'late', manifest, chunk: async () => new Uint8Array() }).ready.catch(() => {})
      for (let left = 20; left > 0; left--) await new Promise(requestAnimationFrame)
      const restored = listen()
      viewer.restoreContext()
      let frames = 0
      viewer.on('frame', () => frames++)
      await restored
      for (let left = 20; left > 0; left--) await new Promise(requestAnimationFrame)
      viewer.unload('late')
      return frames
    })
    expect(drawn).toBeGreaterThan(0)
    await waitUntilAtRest(page)
    expect(imageDifference(before, await readPixels(page, SAMPLE_GRID))).toBeLessThan(1)
    await page.close()
  })

  it('draws nothing while its context is lost, although a model is loaded', async () => {
    const page = await browser.open('storeys=2')
    const drawn = await page.evaluate(async () => {
      const { viewer } = window.demo
      const { manifest } = viewer.models.get('made-up')!
      const lost = new Promise((resolve) => viewer.on('context-lost', resolve))
      viewer.stage.renderer!.forceContextLoss()
      await lost
      let frames = 0
      viewer.on('frame', () => frames++)
      await viewer.load({ id: 'late', manifest, chunk: async () => new Uint8Array() }).ready.catch(() => {})
      for (let left = 20; left > 0; left--) await new Promise(requestAnimationFrame)
      return frames
    })
    expect(drawn).toBe(0)
    await page.close()
  })

  it('has the pixels of the screen that its window is moved to', async () => {
    const page = await browser.open('storeys=2')
    for (const ratio of [2, 1]) {
      await moveToScreen(page, ratio)
      await page.waitForFunction((width) => window.demo.viewer.canvas.width === width, 800 * ratio)
      await waitUntilAtRest(page)
    }
    await page.close()
  })
})

/** Moves the window to a screen with another pixel ratio; the browser reports it when it evaluates media queries. */
async function moveToScreen(page: Page, deviceScaleFactor: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const screen = { width: 800, height: 600, mobile: false, deviceScaleFactor }
  await client.send('Emulation.setDeviceMetricsOverride', screen)
  await page.emulateMedia({ colorScheme: deviceScaleFactor > 1 ? 'dark' : 'light' })
}
