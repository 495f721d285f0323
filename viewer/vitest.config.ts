import { configDefaults, defineConfig } from 'vitest/config'

/** Unit tests of maths and state, without a browser. */
export default defineConfig({
  test: { exclude: [...configDefaults.exclude, '**/*.browser.test.ts'] },
})
