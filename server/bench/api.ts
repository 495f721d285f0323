import { type ChildProcess, fork } from 'node:child_process'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { cpuMs } from '../test/remote.ts'
import { ServerProcess } from '../test/server-process.ts'
import { type BenchCall, type BenchRows, benchCalls } from './api-calls.ts'
import { prepareRows } from './api-rows.ts'
import { listStatements, printStatements, sumStatements } from './api-statements.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { writeFirstPart } from './write-section.ts'

/**
 * The 20 calls that the web client makes most, each beside a bare Fastify with `pg` on the same database, in turn.
 * Throughput: as many requests as 8 connections take, in alternating turns. Latency: requests arrive at a fixed rate, half of what
 * the server can do with that many connections, and are timed from their intended start. Statements: what the database
 * counted for one request. Targets: reads at least 0.6 of the reference, writes at least 0.4 with at most 8 statements.
 *   node server/bench/api.ts [--seconds 1] [--issues 2000] [--only "GET issue"] [--connections 8]
 *     [--write] [--list]
 * `--write` writes the table to docs/performance.md; `--list` only prints the statements of each call with their times.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    issues: { type: 'string', default: '2000' },
    only: { type: 'string' },
    connections: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const SECONDS = Number(values.seconds)
const CONNECTIONS = values.connections.split(',').map(Number)
const TARGETS = { read: 0.6, write: 0.4, statements: 8, writers: 4 }
const WRITERS = 64

interface Target {
  port: number
  pid: number
  headers: Record<string, string>
  build: (n: number) => { url: string; body?: object }
}

/** The server and the reference. */
interface Targets {
  ours: Target
  bare: Target
}

interface Request {
  method: string
  target: Target
  agent: http.Agent
}

let sent = 0

/** Sends the next request of a call and reads its answer; returns the bytes of its body. */
function send({ method, target, agent }: Request): Promise<number> {
  const { url, body } = target.build(sent++)
  const json = body && JSON.stringify(body)
  const headers = json ? { ...target.headers, 'content-type': 'application/json' } : target.headers
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: target.port, path: url, method, agent, headers },
      (answer) => {
        let bytes = 0
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length
        })
        answer.on('end', () => {
          const { statusCode = 0 } = answer
          if (statusCode >= 200 && statusCode < 300) resolve(bytes)
          else reject(new Error(`${method} ${url}: ${statusCode}`))
        })
      },
    )
    request.on('error', reject)
    request.end(json)
  })
}

interface Throughput {
  /** requests per second */
  rate: number
  /** processor time of the server per request in milliseconds */
  cpu: number
}

/**
 * Requests before the first measurement, so that the server's code is compiled and its statements are planned: its processor
 * time per request falls by half over the first 1,500 of a write.
 */
const WARM_UP = 1500
/** Alternating turns per server, so that other load on the machine slows a single turn only. */
const TURNS = 5

/** Sends requests of a call over that many connections while `isGoing`; returns how many. */
async function sendWhile(request: Request, connections: number, isGoing: (count: number) => boolean) {
  let count = 0
  const caller = async () => {
    while (isGoing(count)) {
      count++
      await send(request)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return count
}

async function measureTurn(method: string, target: Target, connections: number, seconds: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const [before, began] = [await cpuMs(target.pid), performance.now()]
  const count = await sendWhile(
    { method, target, agent },
    connections,
    () => performance.now() - began < seconds * 1000,
  )
  const took = performance.now() - began
  agent.destroy()
  return { rate: (count / took) * 1000, cpu: ((await cpuMs(target.pid)) - before) / count }
}

/** The throughput of both servers, by the median of alternating turns; the ratio is the median of the turns' ratios. */
async function measureThroughput(method: string, { ours, bare }: Targets, connections: number) {
  for (const target of [bare, ours]) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
    await sendWhile({ method, target, agent }, connections, (count) => count < WARM_UP)
    agent.destroy()
  }
  const turns: Record<keyof Targets, Throughput>[] = []
  for (let turn = 0; turn < TURNS; turn++)
    turns.push({
      bare: await measureTurn(method, bare, connections, SECONDS / TURNS),
      ours: await measureTurn(method, ours, connections, SECONDS / TURNS),
    })
  const median = (pick: (turn: Record<keyof Targets, Throughput>) => number) => at(turns.map(pick), 0.5)
  return {
    ours: { rate: median((turn) => turn.ours.rate), cpu: median((turn) => turn.ours.cpu) },
    bare: { rate: median((turn) => turn.bare.rate), cpu: median((turn) => turn.bare.cpu) },
    ratio: median((turn) => turn.ours.rate / turn.bare.rate),
  }
}

const at = (times: number[], part: number) => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Milliseconds from the intended start to the end of each answer, at a fixed arrival rate. */
async function measureLatency(method: string, target: Target, connections: number, rate: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const request = { method, target, agent }
  const times: number[] = []
  const answers: Promise<void>[] = []
  const [began, total] = [performance.now(), Math.max(20, Math.floor(rate * SECONDS))]
  for (let n = 0; n < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
    for (; n < due; n++) {
      const intended = began + (n / rate) * 1000
      answers.push(send(request).then(() => void times.push(performance.now() - intended)))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(answers)
  agent.destroy()
  return { p50: at(times, 0.5), p99: at(times, 0.99) }
}

/** Statements that the database executes for one request, and the bytes of its answer. */
async function measureStatements(db: Db, method: string, target: Target) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const request = { method, target, agent }
  const statements = await listStatements(db, () => send(request))
  const bytes = await send(request)
  agent.destroy()
  return { statements, bytes }
}

/** The times of writes that many writers send to one project, each without a pause. */
async function measureWriters(target: Target) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: WRITERS })
  const request = { method: 'PATCH', target, agent }
  await sendWhile(request, WRITERS, (count) => count < WARM_UP)
  const times: number[] = []
  const began = performance.now()
  const writer = async () => {
    while (performance.now() - began < SECONDS * 4000) {
      const sentAt = performance.now()
      await send(request)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  agent.destroy()
  return describeWriters(at(times, 0.5), at(times, 0.99))
}

function describeWriters(p50: number, p99: number): string {
  const verdict = p99 <= p50 * TARGETS.writers ? 'met' : 'MISSED'
  const times = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
  return `${WRITERS} writers to one project (PATCH issue): ${times}, ratio ${(p99 / p50).toFixed(1)}, target ${TARGETS.writers}: ${verdict}`
}

interface Row {
  call: BenchCall
  connections: number
  ours: Throughput
  bare: Throughput
  ratio: number
  latency: { p50: number; p99: number }
  bareLatency: { p50: number; p99: number }
  statements: number | null
  bytes: number | null
}

const isMet = ({ call, connections, ratio, statements }: Row): boolean => {
  const target = call.method === 'GET' ? TARGETS.read : TARGETS.write
  const isFew = call.method === 'GET' || statements === null || statements <= TARGETS.statements
  return connections !== 8 || (ratio >= target && isFew)
}

const heads = [
  'call',
  'connections',
  'ours /s',
  'bare /s',
  'ratio',
  'CPU ours',
  'bare',
  'p50 ours',
  'bare',
  'p99 ours',
  'bare',
  'statements',
  'bytes',
  '',
]
const cells = (row: Row): string[] => [
  row.call.name,
  String(row.connections),
  row.ours.rate.toFixed(0),
  row.bare.rate.toFixed(0),
  row.ratio.toFixed(2),
  row.ours.cpu.toFixed(2),
  row.bare.cpu.toFixed(2),
  row.latency.p50.toFixed(1),
  row.bareLatency.p50.toFixed(1),
  row.latency.p99.toFixed(1),
  row.bareLatency.p99.toFixed(1),
  row.statements === null ? '' : String(row.statements),
  row.bytes === null ? '' : String(row.bytes),
  row.connections === 8 ? (isMet(row) ? 'met' : 'MISSED') : '',
]
const print = (texts: string[]) =>
  console.log(texts.map((text, index) => (index === 0 ? text.padEnd(23) : text.padStart(9))).join(' '))

async function measure(db: Db, call: BenchCall, targets: Targets): Promise<Row[]> {
  const rows: Row[] = []
  for (const connections of CONNECTIONS) {
    const { ours, bare } = targets
    const row = { call, connections, ...(await measureThroughput(call.method, targets, connections)) }
    const rate = Math.min(row.ours.rate, row.bare.rate) / 2
    const counted = connections === 8 ? await measureStatements(db, call.method, ours) : null
    rows.push({
      ...row,
      latency: await measureLatency(call.method, ours, connections, rate),
      bareLatency: await measureLatency(call.method, bare, connections, rate),
      statements: counted ? sumStatements(counted.statements) : null,
      bytes: counted?.bytes ?? null,
    })
    print(cells(rows.at(-1) as Row))
  }
  return rows
}

/** Writes the table to docs/performance.md. */
async function writeTable(rows: Row[], writers: string): Promise<void> {
  const table = [heads, heads.map(() => '---'), ...rows.map(cells)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
  const cpus = os.cpus()
  const text = `# Speed of the API

\`npm run bench -- api --write\` made this part on ${cpus.length} cores (${cpus[0]?.model.trim()}).

Ours is the whole server: session, right, validation, log, live updates, notifications. Bare is Fastify with \`pg\` that
reads the caller's right in one statement and sends the rows of one or two more. Both use the same database and take turns.
Rates are requests per second; CPU is the server's processor time per request in ms; p50 and p99 are ms from the intended
start of requests that arrive at a fixed rate (half of the slower server's throughput). The ratio should be at least
${TARGETS.read} for reads and ${TARGETS.write} for writes at 8 connections, with at most ${TARGETS.statements} statements for a write.
Statements are those of one request, BEGIN and COMMIT included, without the numbering of events after it; bytes are those of
its answer. \`--list\` prints the statements.

${table}

${writers}
`
  await writeFirstPart(text)
}

function startReference(
  databaseUrl: string,
  rows: BenchRows,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(path.join(import.meta.dirname, 'api-reference.ts'), [
    databaseUrl,
    rows.project,
    rows.chat,
  ])
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ child, port: Number(port) }))
    child.once('exit', (code) => reject(new Error(`the reference has ended with ${code}`)))
  })
}

const readSessionId = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid

async function run({ db, databaseUrl, dataDir }: BenchDatabase): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`.execute(db)
  const { rows, token } = await prepareRows(db, Number(values.issues))
  const server = new ServerProcess(databaseUrl, dataDir, { ROW_LEVEL_SECURITY: 'off' })
  await server.start()
  const { child, port } = await startReference(databaseUrl, rows)
  const all: Row[] = []
  let writers = ''
  try {
    if (!values.list) print(heads)
    for (const [index, call] of benchCalls.entries()) {
      if (values.only && !call.name.includes(values.only)) continue
      const ours: Target = {
        port: server.port,
        pid: server.pid,
        headers: { authorization: `Bearer ${token}` },
        build: (n) => call.build(rows, n),
      }
      const bare: Target = {
        port,
        pid: child.pid ?? 0,
        headers: { 'x-session': readSessionId(token) },
        build: (n) => ({ ...call.build(rows, n), url: `/${index}/${rows.issues[n % rows.issues.length]}` }),
      }
      if (values.list) {
        printStatements(call.name, (await measureStatements(db, call.method, ours)).statements)
        continue
      }
      all.push(...(await measure(db, call, { ours, bare })))
    }
    if (!values.list && !values.only) {
      const target = { port: server.port, pid: server.pid, headers: { authorization: `Bearer ${token}` } }
      const patch = benchCalls.find(({ method }) => method === 'PATCH') as BenchCall
      writers = await measureWriters({ ...target, build: (n) => patch.build(rows, n) })
      console.log(writers)
    }
  } finally {
    child.removeAllListeners('exit')
    child.kill()
    await server.end('SIGTERM')
  }
  if (values.list) return
  if (values.write) await writeTable(all, writers)
  const missed = all.filter((row) => !isMet(row)).length
  console.log(missed === 0 ? 'All targets met' : `${missed} targets missed`)
}

await withDatabase(run, ['shared_preload_libraries=pg_stat_statements'])
