import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, environment, findNode, root } from './install.mjs'

/**
 * Everything that CI checks: types, lint, unit and server tests, browser tests. Files with a failed test run once more
 * by themselves; a test that fails only once is named as unsteady (decision 021).
 */

const results = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-check-'))
const browserReport = path.join(results, 'browser.json')
const unhandledErrors = path.join(results, 'unhandled.json')
const env = environment({
  CHROMIUM: ensureBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  UNHANDLED_ERRORS: unhandledErrors,
  CI: process.env.CI ?? '',
})
const failed = []

/** Runs a Node script; true if it exits with 0. */
function run(name, [script, ...rest]) {
  process.stdout.write(`\n── ${name}\n`)
  const { status } = spawnSync(findNode(), [path.join(root, script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return status === 0
}

function step(name, args) {
  if (!run(name, args)) failed.push(name)
}

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)

/** Reads the results of a run: the count of passed tests, and failures with their output by file. */
function unitOutcome(report, unhandled) {
  const failures = (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => ({
      file: path.relative(root, name),
      tests: assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${test.fullName}\n${test.failureMessages.join('\n')}`),
      message,
    }))
  // a process that ended without a word leaves its file without results, and an error without a file
  const cutOff = failures.find(({ tests, message }) => tests.length === 0 && !message)?.file ?? ''
  for (const { file, said } of unhandled ?? []) {
    const name = file ? path.relative(root, file) : cutOff
    const failure = failures.find((one) => one.file === name) ?? { file: name, tests: [], message: '' }
    failure.tests.push(`An error outside its tests\n${said}`)
    if (!failures.includes(failure)) failures.push(failure)
  }
  return { passed: report?.numPassedTests ?? 0, complete: report !== null && unhandled !== null, failures }
}

function browserOutcome(report) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const files = new Map()
  for (const { ok, file, title, tests } of (report?.suites ?? []).flatMap(specsOf)) {
    if (ok) continue
    const errors = tests.flatMap(({ results: tries }) => tries.flatMap((one) => one.errors ?? []))
    const said = `${title}\n${errors.map(({ message }) => message).join('\n')}`
    files.set(file, [...(files.get(file) ?? []), said])
  }
  const failures = [...files].map(([file, tests]) => ({ file: `e2e/${file}`, tests, message: '' }))
  return { passed: report?.stats.expected ?? 0, complete: report !== null, failures }
}

const runVitest = (name, files) => {
  const report = path.join(results, `unit-${files.length}.json`)
  fs.rmSync(unhandledErrors, { force: true })
  const reporters = ['default', 'json', './tools/unhandled-errors.mjs'].map((one) => `--reporter=${one}`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${report}`]
  const ok = run(name, [...vitest, ...files])
  return { ok, ...unitOutcome(read(report), read(unhandledErrors)) }
}
const runPlaywright = (name, files) => {
  fs.rmSync(browserReport, { force: true })
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json']
  const ok = run(name, [...playwright, ...files])
  return { ok, ...browserOutcome(read(browserReport)) }
}

/** with more failing files than this, none is run again */
const MOST_UNSTEADY = 6
const unsteady = []
const said = []
let passed = 0
let broken = 0

const titleOf = (test) => test.split('\n', 1)[0]

/** The tests of a failed file that failed in both runs; a file that could not be loaded counts as one. */
function findFailedTwice(first, last) {
  const again = last.failures.find(({ file }) => file === first.file)
  if (!again) return []
  if (again.tests.length === 0) return [again.message]
  const titles = new Set(first.tests.map(titleOf))
  return again.tests.filter((test) => titles.size === 0 || titles.has(titleOf(test)))
}

/** Runs tests and repeats failed files once: a test fails only if it fails twice. */
function tests(name, runner) {
  const first = runner(name, [])
  passed += first.passed
  const files = first.failures.map(({ file }) => file)
  const worthAnother =
    !first.ok && first.complete && files.length > 0 && files.length <= MOST_UNSTEADY && files.every(Boolean)
  const last = worthAnother ? runner(`${name}, once more`, files) : first
  let stillFailing = 0
  for (const failure of first.failures) {
    const once = failure.tests.length > 0 ? failure.tests : [failure.message]
    const twice = worthAnother ? findFailedTwice(failure, last) : once
    stillFailing += twice.length
    if (twice.length > 0) said.push({ ...failure, tests: twice })
    else unsteady.push(failure)
    passed += Math.max(0, once.length - twice.length)
  }
  broken += stillFailing
  if (stillFailing > 0 || !last.complete || (!first.ok && !worthAnother)) failed.push(name)
}
const tsc = 'node_modules/typescript/bin/tsc'
for (const workspace of ['contract', 'bcf', 'bim', 'viewer', 'server', 'web', 'e2e'])
  step(`types of ${workspace}`, [tsc, '-p', workspace])
step('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'])
tests('tests', runVitest)
ensureBuilt()
tests('browser', runPlaywright)
fs.rmSync(results, { recursive: true, force: true })

// repeated at the end of the output, for readers of the last lines
const print = ({ file, tests: each, message }) => {
  for (const test of each.length > 0 ? each : [message]) process.stdout.write(`\n${file} › ${test}\n`)
}
for (const failure of said) print(failure)
if (unsteady.length > 0) process.stdout.write('\nUnsteady, passed when run once more:\n')
for (const failure of unsteady) print(failure)
process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nEverything passed\n')
process.stdout.write(`${passed} passed, ${broken} failed\n`)
process.exit(failed.length > 0 ? 1 : 0)
