import { ensureInstalled } from './install.mjs'

/** `npm run test:long`: what `npm test` runs, with the suites of rights, live updates, kills and screens at full size. */

ensureInstalled()
process.env.TEST_LONG = '1'
await import('./everything.mjs')
