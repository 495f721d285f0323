import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Setup shared by `npm start` and `npm test`. Plain JavaScript without dependencies, for Node 18 and newer. */

export const root = path.join(path.dirname(new URL(import.meta.url).pathname), '..')
const stamp = path.join(root, 'node_modules/.installed')

/** Installs packages if they differ from the lock file, without running install scripts. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing packages …\n')
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, flags, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  fs.writeFileSync(stamp, lock)
}

/** Finds Node 24: the installed package, or the running Node if it is new enough. */
export function findNode() {
  const own = path.join(root, 'node_modules/.bin/node')
  try {
    execFileSync(own, ['--version'], { stdio: 'ignore' })
    return own
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
    process.stderr.write(`Plumbline needs Node 24 or newer here; this is ${process.version}.\n`)
    process.exit(1)
  }
}

/** Environment with the installed Node and package commands first in PATH, and Node's compile cache turned on. */
export function environment(extra = {}) {
  const bin = path.join(root, 'node_modules/.bin')
  return {
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
    ...extra,
  }
}

function* filesBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(at)
    else if (!/\.test\.tsx?$/.test(entry.name)) yield at
  }
}

/** Builds the web client if its sources changed since the last build. */
export function ensureBuilt() {
  const dist = path.join(root, 'web/dist')
  const built = path.join(dist, '.built')
  const hash = createHash('sha256').update(fs.readFileSync(path.join(root, 'package-lock.json')))
  const folders = ['web/src', 'web/public', 'viewer/src', 'bim/src', 'contract/src'].map((name) =>
    path.join(root, name),
  )
  const files = ['index.html', 'vite.config.ts', 'service-worker-plugin.ts'].map((name) =>
    path.join(root, 'web', name),
  )
  for (const folder of folders) if (fs.existsSync(folder)) files.push(...filesBelow(folder))
  for (const file of files.sort()) hash.update(path.relative(root, file)).update(fs.readFileSync(file))
  const wanted = hash.digest('hex')
  if (fs.existsSync(built) && fs.readFileSync(built, 'utf8') === wanted) return
  process.stdout.write('Building the web client …\n')
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(findNode(), [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: environment({ NODE_ENV: 'production' }),
  })
  if (status !== 0) process.exit(status ?? 1)
  fs.writeFileSync(built, wanted)
}
