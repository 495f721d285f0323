import { ensureInstalled } from './install.mjs'

/** `npm test`: installs missing packages, then runs all checks of CI. */

ensureInstalled()
await import('./everything.mjs')
