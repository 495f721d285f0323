import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { CHROMIUM_FLAGS } from './chromium.ts'

/** Serves the demo page and opens it in a browser. */
export class DemoBrowser {
  readonly #server: ViteDevServer
  readonly #browser: Browser

  constructor(server: ViteDevServer, browser: Browser) {
    this.#server = server
    this.#browser = browser
  }

  static async start(executablePath: string): Promise<DemoBrowser> {
    const server = await createServer({
      configFile: join(import.meta.dirname, '../demo/vite.config.ts'),
      server: { port: 0 },
      logLevel: 'error',
    })
    await server.listen()
    return new DemoBrowser(server, await chromium.launch({ executablePath, args: CHROMIUM_FLAGS }))
  }

  /** Opens the page with a query string and waits until its models are loaded and the view is at rest. */
  async open(query = '', viewport = { width: 800, height: 600 }): Promise<Page> {
    const page = await this.#browser.newPage({ viewport })
    page.on('pageerror', (error) => console.error(error))
    // a busy machine takes a minute to compile the demo
    page.setDefaultTimeout(200_000)
    await page.goto(new URL(`/?still&shadow&${query}`, this.#server.resolvedUrls?.local[0]).href)
    await page.waitForFunction(() => 'demo' in window)
    await page.evaluate(() => window.demo.ready)
    await waitUntilAtRest(page)
    return page
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
  }
}

/** Waits until the page has drawn requested frames: a request is drawn with the browser's next frame. */
const letDraw = (page: Page) =>
  page.evaluate(async () => {
    for (let left = 3; left > 0; left--) await new Promise(requestAnimationFrame)
  })

/** Waits until the camera has stopped, the view is at rest, its cut faces are drawn and no further frame is requested. */
export async function waitUntilAtRest(page: Page): Promise<void> {
  for (;;) {
    await letDraw(page)
    await page.waitForFunction(() => {
      const { frames: drawn, viewer } = window.demo
      const { cuts, cutsDone } = viewer.stage
      return (
        drawn.at(-1)?.at_rest &&
        (viewer.planes.length === 0 || (cuts && cutsDone)) &&
        JSON.stringify(viewer.camera.pose) === JSON.stringify(viewer.camera.goal)
      )
    })
    const countFrames = () => page.evaluate(() => window.demo.frames.length)
    const frames = await countFrames()
    await letDraw(page)
    if ((await countFrames()) === frames) return
  }
}

/** Pixel colours of the page as displayed, at CSS coordinates from its top left corner. */
export async function readPixels(page: Page, points: readonly [x: number, y: number][]): Promise<number[][]> {
  const picture = await page.screenshot()
  return page.evaluate(
    async ([data, places]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)])
    },
    [picture.toString('base64'), points] as const,
  )
}

/** Mean difference of two images per channel, 0…255. */
export function imageDifference(a: number[][], b: number[][]): number {
  const gaps = a.flatMap((pixel, at) =>
    pixel.map((value, channel) => Math.abs(value - (b[at]?.[channel] ?? 0))),
  )
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
}

/** Canvas points in CSS pixels at which images are compared. */
export const SAMPLE_GRID: [number, number][] = Array.from({ length: 40 * 30 }, (_, at) => [
  (at % 40) * 20 + 10,
  Math.floor(at / 40) * 20 + 10,
])
