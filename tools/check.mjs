import { execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, environment, findNode, root } from './install.mjs'

/**
 * `npm run check [-- <commit>]`: types, lint, and the tests that import files changed since a commit, in under three
 * minutes. Without a commit: since this branch left main, and on main since the commit before the last. `npm test` runs
 * everything.
 */

ensureInstalled()

const workspaces = ['contract', 'bcf', 'bim', 'viewer', 'server', 'web', 'e2e']
/** Suites of the whole product: they import everything and take minutes. `npm test` runs them. */
const leftToTest = [
  'server/test/**',
  'bim/test/**',
  'viewer/test/**',
  'server/src/bim/convert/run-conversion.test.ts',
  'server/src/bim/queue.isolated.test.ts',
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function changedSince() {
  if (process.argv[2]) return process.argv[2]
  if (git('rev-parse', '--abbrev-ref', 'HEAD') === 'main') return 'HEAD~1'
  return git('merge-base', 'HEAD', 'main')
}

/** Runs a Node script and prints its output at the end; true if it exits with 0. */
const run = (name, [script, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(findNode(), [path.join(root, script), ...args], { cwd: root, env: environment() })
    const said = []
    child.stdout.on('data', (chunk) => said.push(chunk))
    child.stderr.on('data', (chunk) => said.push(chunk))
    child.on('close', (status) => {
      process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`)
      resolve(status === 0)
    })
  })

const tsc = 'node_modules/typescript/bin/tsc'
async function types() {
  const results = []
  for (const workspace of workspaces) results.push(await run(`types of ${workspace}`, [tsc, '-p', workspace]))
  return results.every(Boolean)
}

const outcomes = await Promise.all([
  types(),
  run('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']),
])
outcomes.push(
  await run('tests of what changed', [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--changed=${changedSince()}`,
    '--passWithNoTests',
    ...leftToTest.flatMap((pattern) => ['--exclude', pattern]),
  ]),
)
const passed = outcomes.every(Boolean)
process.stdout.write(passed ? '\nEverything passed\n' : '\nSomething failed\n')
process.exit(passed ? 0 : 1)
