import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run test:offline`: 50 seeds of random work on two devices, see web/src/sync/sequences.test.ts. */

ensureInstalled()
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(findNode(), [vitest, 'run', '--project', 'web', 'src/sync/sequences'], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ TEST_OFFLINE: '1' }),
})
process.exit(status ?? 1)
