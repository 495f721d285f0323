import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { environment, root } from './install.mjs'

/**
 * `npm run test:previous`: the server of the last release runs its own test suite on the schema of this version, because
 * both run side by side while servers are replaced (docs/upgrade.md). `--from COMMIT` takes another version; file names
 * limit it to some tests. Its source is unpacked in a temporary folder, this version's migrations are added to its own,
 * and its suite makes its databases from them.
 */

/** Tests that compare the schema with the source next to them, which must fail on a newer schema. */
const ABOUT_SCHEMA = [
  'test/migrations.test.ts',
  'test/expand.test.ts',
  'src/admin/merging/everywhere.test.ts',
  'src/db/row-security.test.ts',
]

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' } },
  allowPositionals: true,
})

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 })

/** The newest release before this commit; null without one. */
function findRelease() {
  const { status, stdout } = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')
  return status === 0 ? stdout.trim() : null
}

function run(command, args, cwd, env = process.env) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} has ended with ${status}`)
}

/** Unpacks the source of a version and installs its packages; links them if it needs the same. */
function unpack(version, folder) {
  const archive = path.join(folder, 'source.tar')
  run('git', ['archive', '--output', archive, version], root)
  const source = path.join(folder, 'source')
  fs.mkdirSync(source)
  run('tar', ['-xf', archive, '-C', source], root)
  const lock = (of) => fs.readFileSync(path.join(of, 'package-lock.json'), 'utf8')
  // links to workspaces are relative and lead to the unpacked version's workspaces
  if (lock(source) === lock(root))
    fs.cpSync(path.join(root, 'node_modules'), path.join(source, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], source)
  return source
}

/** Adds the migrations that the version does not have; returns their names. */
function addMigrations(source) {
  const [newer, older] = [root, source].map((each) => path.join(each, 'server/migrations'))
  const missing = fs
    .readdirSync(newer)
    .filter((name) => name.endsWith('.sql') && !fs.existsSync(path.join(older, name)))
  for (const name of missing) fs.copyFileSync(path.join(newer, name), path.join(older, name))
  return missing
}

function testVersion(version) {
  // PostgreSQL refuses to run as root, and its user has to reach the binaries
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-previous-'))
  fs.chmodSync(folder, 0o755)
  try {
    const source = unpack(version, folder)
    const added = addMigrations(source)
    process.stdout.write(`${version} with ${added.length} newer migrations: ${added.join(', ') || 'none'}\n`)
    const excluded = ABOUT_SCHEMA.flatMap((file) => ['--exclude', file])
    const bin = path.join(source, 'node_modules/.bin')
    const env = environment({ PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` })
    run(path.join(bin, 'vitest'), ['run', '--project', 'server', ...excluded, ...positionals], source, env)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const version = values.from ?? findRelease()
if (version === null)
  process.stdout.write(
    'No release yet: no server of an earlier version can run beside this one. --from COMMIT tests another version.\n',
  )
else
  try {
    testVersion(version)
  } catch (error) {
    process.stderr.write(`${version} does not pass its tests on this schema: ${error.message}\n`)
    process.exitCode = 1
  }
