import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run screens -- [folder] [--only words] [--language de]`: pictures of all screens on one sheet. */

ensureInstalled()
ensureBuilt()
const { status } = spawnSync(
  findNode(),
  [path.join(root, 'e2e/screens/take-screens.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: environment({ CHROMIUM: ensureBrowser() }) },
)
process.exit(status ?? 1)
