import { ensureInstalled } from './install.mjs'

/**
 * `npm run test:long`: the tests of `npm test`, with the suites of rights, live updates, kills and screens at full size,
 * after the suite of the last release on this version's schema.
 */

ensureInstalled()
await import('./previous-release.mjs')
if (process.exitCode) process.exit()
process.env.TEST_LONG = '1'
await import('./everything.mjs')
