import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { convertModel } from '@plumbline/bim/convert'
import { createByteSource } from '@plumbline/bim/source'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, findChromium } from './test/chromium.ts'

/** Converts a file into a folder, unless that has been done before. */
export async function convertInto(folder: string, file: string): Promise<void> {
  if (existsSync(join(folder, 'manifest.json')) || !existsSync(file)) return
  mkdirSync(folder, { recursive: true })
  await convertModel(createByteSource(readFileSync(file)), {
    write: (name, bytes) => writeFileSync(join(folder, name), bytes),
  })
}

/** Waits for a frame at rest after which nothing more is drawn. */
export async function settle(page: Page): Promise<void> {
  let frames = -1
  for (;;) {
    await page.waitForFunction(() => window.demo.frames.at(-1)?.at_rest)
    await page.waitForTimeout(700)
    const now = await page.evaluate(() => window.demo.frames.length)
    if (now === frames) return
    frames = now
  }
}

/** The current demo page, built, and a browser to show models of the folder MODELS in. */
export class DemoStudio {
  readonly browser: Browser
  readonly #base: string
  readonly #stop: () => Promise<void>

  private constructor(browser: Browser, base: string, stop: () => Promise<void>) {
    this.browser = browser
    this.#base = base
    this.#stop = stop
  }

  static async open(): Promise<DemoStudio> {
    const configFile = join(import.meta.dirname, 'demo/vite.config.ts')
    const outDir = mkdtempSync(join(tmpdir(), 'viewer-pictures-'))
    await build({ configFile, build: { outDir }, logLevel: 'error' })
    const server = await preview({ configFile, build: { outDir }, preview: { port: 0 }, logLevel: 'error' })
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS })
    return new DemoStudio(browser, server.resolvedUrls?.local[0] ?? '', async () => {
      await browser.close()
      await server.close()
      rmSync(outDir, { recursive: true })
    })
  }

  /** A page in which a model is loaded. */
  async show(
    model: string,
    theme: 'light' | 'dark',
    viewport: { width: number; height: number },
  ): Promise<Page> {
    const page = await this.browser.newPage({ viewport })
    const query = `still&theme=${theme}&model=${encodeURIComponent(model)}`
    await page.goto(new URL(`/?${query}`, this.#base).href)
    await page.waitForFunction(() => 'demo' in window)
    await page.evaluate(() => window.demo.ready)
    return page
  }

  async close(): Promise<void> {
    await this.#stop()
  }
}
