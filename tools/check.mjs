import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, environment, findNode, root } from './install.mjs'

/** `npm run check`: types, lint, tests of every workspace, bundle sizes and the product in a browser. */

const results = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-check-'))
const unitReport = path.join(results, 'unit.json')
const browserReport = path.join(results, 'browser.json')
const env = environment({
  CHROMIUM: ensureBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  CI: process.env.CI ?? '',
})
const failed = []

function step(name, args) {
  process.stdout.write(`\n── ${name}\n`)
  const [script, ...rest] = args
  const { status } = spawnSync(findNode(), [path.join(root, script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  if (status !== 0) failed.push(name)
}

const tsc = 'node_modules/typescript/bin/tsc'
for (const workspace of ['contract', 'bcf', 'bim', 'viewer', 'server', 'web', 'e2e'])
  step(`types of ${workspace}`, [tsc, '-p', workspace])
step('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'])
step('tests', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
])
ensureBuilt()
step('bundle sizes', ['tools/bundle-sizes.mjs'])
step('browser', ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'])

/** As `file › test`, with what it said. */
function unitFailures() {
  return (unit?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [`${file}\n${message}`]
    return tests.map((test) => `${file} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
}

function browserFailures(suite) {
  const inner = (suite?.suites ?? []).flatMap(browserFailures)
  const own = (suite?.specs ?? []).filter(({ ok }) => !ok)
  return [
    ...inner,
    ...own.map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results: tries }) => tries.flatMap((one) => one.errors ?? []))
      return `e2e/${file} › ${title}\n${errors.map(({ message }) => message).join('\n')}`
    }),
  ]
}

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)
const unit = read(unitReport)
const inBrowser = read(browserReport)
const browser = inBrowser?.stats
const passed = (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0)
const broken = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0)
fs.rmSync(results, { recursive: true, force: true })
// once more, for who sees only the end
for (const failure of [...unitFailures(), ...browserFailures(inBrowser)])
  process.stdout.write(`\n${failure}\n`)
process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nEverything passed\n')
process.stdout.write(`${passed} passed, ${broken} failed\n`)
process.exit(failed.length > 0 ? 1 : 0)
