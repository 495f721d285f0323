import { configDefaults, defineConfig } from 'vitest/config'

/** Maths and state, without a browser. */
export default defineConfig({
  test: { exclude: [...configDefaults.exclude, '**/*.browser.test.ts'] },
})
