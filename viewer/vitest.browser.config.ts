import { defineConfig } from 'vitest/config'

/** Viewer tests in headless Chromium: `npx vitest run --config vitest.browser.config.ts`. */
export default defineConfig({
  test: {
    include: ['**/*.browser.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
