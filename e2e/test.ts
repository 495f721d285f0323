import { test as base } from '@playwright/test'

/**
 * Closes the contexts that a test opened, whose pages would go on drawing until the worker ends. Those that a file opens
 * before all its tests stay until it closes them.
 */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      const opened = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(opened.map((context) => context.close()))
    },
    { auto: true },
  ],
})
