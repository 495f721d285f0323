import { test } from 'vitest'

/** `npm run test:long` runs these suites at full size; `npm test` runs each case at least once. */
export const isLong = process.env.TEST_LONG === '1'

/** A count in a long run, and in `npm test`. */
export const atSize = (full: number, short: number): number => (isLong ? full : short)

/** A test of `npm run test:long` only. */
export const longTest = (isLong ? test : () => {}) as typeof test
