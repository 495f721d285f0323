import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { listenOnPort, type TestApp } from '../test/app.ts'
import { ThreadClient } from '../test/loop/client.ts'
import { driveLargest } from '../test/loop/paths.ts'
import { withDatabase } from './database.ts'

/**
 * Every path that takes long, once at its largest, while /healthz is asked all the time. Targets: 50 ms at the 99th
 * percentile of /healthz on an idle machine, and no piece of work of more than 50 ms of processor time.
 *   node server/bench/loop.ts [--issues 100000] [--long 10000] [--places 999] [--members 2000]
 */
const { values } = parseArgs({
  options: {
    issues: { type: 'string', default: '100000' },
    long: { type: 'string', default: '10000' },
    places: { type: 'string', default: '999' },
    members: { type: 'string', default: '2000' },
  },
})
const sizes = {
  issues: Number(values.issues),
  long: Number(values.long),
  places: Number(values.places),
  members: Number(values.members),
}
const TARGET_MS = 50
const EVERY_MS = 5

/** Repeatedly measures the response time of /healthz from a separate thread. */
class Probe {
  readonly #client = new ThreadClient()
  readonly times: number[] = []
  #running = true
  readonly done: Promise<void>

  constructor(origin: string) {
    this.done = this.#ask(origin)
  }

  async #ask(origin: string) {
    while (this.#running) {
      const { ms } = await this.#client.ask({
        origin,
        method: 'GET',
        url: '/healthz',
        headers: {},
        body: null,
      })
      this.times.push(ms)
      await pause(EVERY_MS)
    }
  }

  async stop() {
    this.#running = false
    await this.done
    await this.#client.close()
  }
}

const p99 = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
const row = (name: string, piece: number, ...more: string[]) =>
  console.log(`${name.padEnd(28)} ${piece.toFixed(0).padStart(5)} ms`, ...more)

async function run(app: TestApp, origin: string): Promise<number> {
  const probe = new Probe(origin)
  const long: string[] = []
  for await (const { name, ms, got } of driveLargest(app, origin, sizes)) {
    const bytes = `${(got.bytes / 1e6).toFixed(1)} MB in ${(got.ms / 1000).toFixed(1)} s`
    row(name, ms, String(got.status), bytes, ms > TARGET_MS ? 'MISSED' : '')
    if (ms > TARGET_MS) long.push(name)
  }
  await probe.stop()
  const waited = p99(probe.times)
  const isMet = waited < TARGET_MS && long.length === 0
  console.log(
    `/healthz: ${waited.toFixed(1)} ms at the 99th percentile of ${probe.times.length}, ${long.length} paths in longer pieces: ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet ? 0 : 1
}

let status = 1
await withDatabase(async ({ databaseUrl, dataDir }) => {
  const limits = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_MAIL: '1000', RATE_LIMIT_SIGN_IN: '1000' }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...limits }, dataDir)
  const app: TestApp = { ...(await createApp({ config, databaseUrl })), url: databaseUrl, dataDir }
  status = await run(app, await listenOnPort(app))
  await app.close()
})
process.exit(status)
