import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm start`: installs, builds, and runs the whole product. */

ensureInstalled()
ensureBuilt()
const server = spawn(findNode(), [path.join(root, 'server/src/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
