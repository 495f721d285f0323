import { type BrowserContext, test as base } from '@playwright/test'

/** The file of tests that each context of this worker's browser was last seen in. */
const files = new WeakMap<BrowserContext, string>()

/**
 * Closes what the file before left open. Tests of one file share contexts, so a context stays open until the worker's next
 * file begins; without this its pages would go on drawing until the worker ends.
 */
export const test = base.extend<{ closeEarlierContexts: undefined }>({
  closeEarlierContexts: [
    async ({ browser }, use, { file }) => {
      const earlier = browser.contexts().filter((context) => (files.get(context) ?? file) !== file)
      await Promise.all(earlier.map((context) => context.close()))
      await use(undefined)
      for (const context of browser.contexts()) files.set(context, file)
    },
    { auto: true },
  ],
})
