import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/**
 * `npm run test:cluster [-- -t "part of a title"]`: several servers behind a proxy on PostgreSQL with PgBouncer, NATS and S3, from
 * Debian's packages (docs/cluster.md); ends with 3 if some are missing. Everything listens on 127.0.0.1 and ends with this command.
 */

ensureInstalled()
const check = spawnSync(findNode(), [path.join(root, 'server/cluster/packages.ts')], { stdio: 'inherit' })
if (check.status !== 0) process.exit(check.status ?? 1)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-cluster-'))
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const config = path.join(root, 'server/cluster/vitest.config.ts')
const child = spawn(findNode(), [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ CLUSTER_FOLDER: folder }),
})
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true
    child.kill(signal)
  })
child.on('exit', (code) => {
  if (code !== 0 && !isInterrupted) {
    const logs = path.join(os.tmpdir(), `plumbline-cluster-logs-${process.pid}`)
    fs.mkdirSync(logs)
    for (const name of fs.readdirSync(folder).filter((each) => each.endsWith('.log')))
      fs.copyFileSync(path.join(folder, name), path.join(logs, name))
    process.stderr.write(`The logs of the cluster are in ${logs}\n`)
  }
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  process.exit(code ?? 1)
})
