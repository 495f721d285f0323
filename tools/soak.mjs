import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run soak [-- minutes]`: see server/bench/soak.ts. */

ensureInstalled()
const soak = path.join(root, 'server/bench/soak.ts')
const { status } = spawnSync(findNode(), [soak, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
process.exit(status ?? 1)
