import path from 'node:path'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'
import { keepRunning, watchParent } from './keep-running.mjs'

/** `npm start`: installs, builds, and runs the whole product. */

ensureInstalled()
ensureBuilt()
const server = keepRunning(
  findNode(),
  [path.join(root, 'server/src/main.ts')],
  // glibc gives each thread an arena that keeps freed memory, which would grow for days
  { cwd: root, env: environment({ MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }) },
  { say: (line) => process.stderr.write(`${line}\n`) },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.stop(signal))
// SIGTERM to npm ends npm and its shell only: without this the server would continue and keep the port
if (process.env.npm_lifecycle_event === 'start') watchParent(() => server.stop('SIGTERM'))
process.exit(await server.ended)
