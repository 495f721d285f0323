import { type BrowserContext, test as base, expect } from '@playwright/test'

interface Watched {
  /** uncaught errors and rejections of all pages of this worker, as stacks */
  uncaught: string[]
}

/**
 * Closes the browser contexts that a test opened, because their pages would keep drawing until the worker ends; contexts
 * opened in `beforeAll` stay until their file closes them. A test fails when a page had an uncaught error.
 */
export const test = base.extend<{ closeContexts: undefined }, { watched: Watched }>({
  watched: [
    async ({ browser }, use) => {
      const uncaught: string[] = []
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => watch(await newContext(options), uncaught)
      await use({ uncaught })
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context, watched }, use) => use(watch(context, watched.uncaught)),
  closeContexts: [
    async ({ browser, watched }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      const opened = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(opened.map((context) => context.close()))
      expect(watched.uncaught.splice(0), 'errors that nobody caught').toEqual([])
    },
    { auto: true },
  ],
})

const watched = new WeakSet<BrowserContext>()

function watch(context: BrowserContext, uncaught: string[]): BrowserContext {
  if (watched.has(context)) return context
  watched.add(context)
  context.on('weberror', (event) => {
    const error = event.error()
    uncaught.push(`${event.page()?.url()} ${error.stack ?? error.message}`)
  })
  return context
}
