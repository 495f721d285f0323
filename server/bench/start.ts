import { type ChildProcess, spawn } from 'node:child_process'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { findFreePort } from '../test/ports.ts'

/**
 * Time from process start to /readyz on an installed and built tree: the first start, which also creates the database
 * and the demo, and the second. The reference is creating and starting PostgreSQL alone. Targets: 5 s and 3 s.
 */

const ROUNDS = 3
const root = path.join(import.meta.dirname, '../..')

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Starts and stops a server; returns the milliseconds until it was ready. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) break
    if (child.exitCode !== null) throw new Error('the server ended')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const took = performance.now() - began
  child.kill('SIGTERM')
  await ended(child)
  return took
}

async function databaseAlone(dataDir: string): Promise<number> {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres(dataDir)
  const took = performance.now() - began
  await postgres.stop()
  return took
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-bench-'))
  await fsp.chmod(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await fsp.rm(folder, { recursive: true, force: true })
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const rows: Record<string, number[]> = {
  first: [],
  second: [],
  'database, first': [],
  'database, second': [],
}
for (let round = 0; round < ROUNDS; round++) {
  await inFolder(async (folder) => {
    rows.first?.push(await startOnce(folder))
    rows.second?.push(await startOnce(folder))
  })
  await inFolder(async (folder) => {
    rows['database, first']?.push(await databaseAlone(folder))
    rows['database, second']?.push(await databaseAlone(folder))
  })
}
const targets: Record<string, string> = { first: 'target 5 s', second: 'target 3 s' }
for (const [name, times] of Object.entries(rows)) {
  const all = times.map((time) => (time / 1000).toFixed(2)).join(', ')
  process.stdout.write(
    `${name.padEnd(18)} ${(median(times) / 1000).toFixed(2)} s median of ${all} ${targets[name] ?? ''}\n`,
  )
}
const ratio = (name: string) =>
  (median(rows[name] ?? []) / median(rows[`database, ${name}`] ?? [])).toFixed(1)
process.stdout.write(`ratio to the database alone: first ${ratio('first')}, second ${ratio('second')}\n`)
