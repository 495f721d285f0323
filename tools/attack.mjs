import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run test:attack [-- count seed]`: see server/test/attack/attack.ts. */

ensureInstalled()
const main = path.join(root, 'server/test/attack/main.ts')
const { status } = spawnSync(findNode(), [main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
process.exit(status ?? 1)
