import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run dev`: the server restarts and the browser reloads on every change; open http://localhost:5173. */

ensureInstalled()
const env = environment({ PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' })
const run = (args) => spawn(findNode(), args, { cwd: root, stdio: 'inherit', env })
const watched = ['server/src', 'contract/src', 'bcf/src', 'bim/src', 'bim/generate'].map(
  (folder) => `--watch-path=${folder}`,
)
const children = [
  run([...watched, '--watch-preserve-output', path.join(root, 'server/src/main.ts')]),
  run([path.join(root, 'node_modules/vite/bin/vite.js'), 'web']),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
