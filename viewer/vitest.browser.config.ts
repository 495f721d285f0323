import { defineConfig } from 'vitest/config'

/** Viewer tests in headless Chromium: `npx vitest run --config vitest.browser.config.ts`. */
export default defineConfig({
  test: {
    include: ['**/*.browser.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
})
