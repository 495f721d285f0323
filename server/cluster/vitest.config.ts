import { defineConfig } from 'vitest/config'

/** The suite of `npm run test:cluster`, which `npm test` leaves out: it needs programs of the operating system. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
})
