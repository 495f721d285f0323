import { ensureInstalled } from './install.mjs'

/** `npm test`: installs what is missing, then everything that CI checks. */

ensureInstalled()
await import('./everything.mjs')
