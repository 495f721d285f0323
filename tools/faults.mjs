import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'

/**
 * `npm run test:faults [-- NAME=count … [file …]]`: everything that can become unavailable, die or fill up, repeated often;
 * about half an hour. `npm test` runs the same a few times. Load goes to 127.0.0.1 only, and all of it ends on its own.
 */

const sizes = {
  BACKEND: 50,
  BACKEND_CRASH: 25,
  POSTMASTER: 50,
  RESTART: 25,
  SERVER: 100,
  STOP: 20,
  ROLLING: 10,
  STATES: 1,
}

/** Further suites with kills, cuts and outages outside of the faults folder. */
const suites = [
  'test/faults/',
  'test/full-disk.test.ts',
  'test/power-loss.test.ts',
  'test/upload-ends.test.ts',
  'test/migrations.test.ts',
  'test/pooler.test.ts',
  'test/bus.test.ts',
  'test/cuts.test.ts',
  'test/bcf-kills.test.ts',
  'test/webhook-kills.test.ts',
  'src/bim/queue.isolated.test.ts',
  'src/mail/mail-queue.test.ts',
]

const given = process.argv.slice(2)
const files = given.filter((argument) => !/^[A-Z_]+=\d+$/.test(argument))
for (const argument of given) {
  const [name, count] = argument.split('=')
  if (count === undefined) continue
  if (!(name in sizes)) {
    process.stderr.write(`There is no fault ${name}. There are: ${Object.keys(sizes).join(', ')}\n`)
    process.exit(2)
  }
  sizes[name] = Number(count)
}

// Vitest runs the files that match and does not report a name without matches
const missing = suites.filter((suite) => !fs.existsSync(path.join(root, 'server', suite)))
if (missing.length > 0) {
  process.stderr.write(`These suites are not there: ${missing.join(', ')}\n`)
  process.exit(2)
}

ensureInstalled()
ensureBuilt()
const asked = Object.fromEntries(
  Object.entries(sizes).map(([name, count]) => [`FAULTS_${name}`, String(count)]),
)
const { status } = spawnSync(
  findNode(),
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server*',
    '--maxWorkers=1',
    '--reporter=verbose',
    ...(files.length > 0 ? files : suites),
  ],
  { cwd: root, stdio: 'inherit', env: environment({ ...asked, FAULTS_TIMED: '1' }) },
)
process.exit(status ?? 1)
