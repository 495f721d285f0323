import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendMessage } from '@plumbline/contract/chat/chat'
import { toJsonb } from '../src/db/database.ts'
import { postgresBus } from '../src/live/bus.ts'
import { cpuMs, residentMb } from '../test/remote.ts'
import { callAs, makeProject, ServerProcess, type SignedIn, signInPeople } from '../test/server-process.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import type { ClientReport } from './socket-clients.ts'
import type { Broadcast } from './socket-reference.ts'
import { timedId } from './timed-id.ts'

/**
 * 5,000 sockets on one server, the clients in a second process. Delivery: 10 messages a second to a project of 200 people,
 * from the call to the frame. Broadcast: 2,000 frames to those 200 as fast as they go, from the outbox, beside `ws` alone
 * doing the same in the same run. Targets: 1 s at the 99th percentile, and at least 0.7 of the bare broadcast.
 *   node server/bench/sockets.ts [--sockets 5000] [--people 200] [--seconds 20] [--frames 2000]
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    frames: { type: 'string', default: '2000' },
  },
})
const [SOCKETS, PEOPLE, SECONDS, FRAMES] = [values.sockets, values.people, values.seconds, values.frames].map(
  Number,
) as [number, number, number, number]
const EVERY_MS = 100
const ROUNDS = 3
const TARGET_MS = 1000
const TARGET_RATIO = 0.7

const at = (times: number[], part: number) => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
const row = (name: string, ...parts: string[]) => console.log(`${name.padEnd(28)} ${parts.join('  ')}`)
const now = () => performance.timeOrigin + performance.now()

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a process has ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })
}

/** Delays of messages and the arrival of the last one. */
async function collect(clients: ChildProcess, expected: number): Promise<ClientReport> {
  const all: ClientReport = { delays: [], last_at: 0, closed: 0 }
  for (let tries = 0; tries < 120 && all.delays.length < expected; tries++) {
    await pause(250)
    clients.send('report')
    const { delays, last_at, closed } = await heard<ClientReport>(clients)
    all.delays = all.delays.concat(delays)
    Object.assign(all, { last_at, closed })
  }
  if (all.delays.length !== expected)
    throw new Error(`${all.delays.length} of ${expected} came, ${all.closed} sockets were closed`)
  return all
}

const script = (name: string) => path.join(import.meta.dirname, name)

/** `work` gets the result that `measureHalf` returned when the first half of the sockets was open. */
async function withClients<Half>(
  address: string,
  file: string,
  measureHalf: () => Promise<Half>,
  work: (clients: ChildProcess, half: Half) => Promise<void>,
) {
  const began = performance.now()
  const clients = fork(script('socket-clients.ts'), [address, file])
  try {
    await heard(clients)
    const half = await measureHalf()
    clients.send('go on')
    await heard(clients)
    row(`${SOCKETS} sockets opened`, `${((performance.now() - began) / 1000).toFixed(1)} s`)
    await work(clients, half)
  } finally {
    clients.kill()
  }
}

function sayDelays(name: string, { delays }: ClientReport) {
  const [half, most] = [at(delays, 0.5), at(delays, 0.99)]
  row(name, `p50 ${half.toFixed(1)} ms`, `p99 ${most.toFixed(1)} ms`, `${delays.length} frames`)
  return most
}

/**
 * Memory of the process in MB before the first socket, with half of them, and with all. The first half also warms up code
 * and heap of a server that has just started; the second says what a further socket takes.
 */
function sayMemory(name: string, { before, half, all }: { before: number; half: number; all: number }) {
  const further = ((all - half) * 1024) / (SOCKETS / 2)
  row(
    `memory, ${name}`,
    `${(all - before).toFixed(0)} MB more`,
    `${(((all - before) * 1024) / SOCKETS).toFixed(1)} kB a socket`,
    `${further.toFixed(1)} kB each of the second half`,
  )
}

/** Sends messages over HTTP by different members. */
async function deliver(origin: string, people: SignedIn[], chat_id: string, clients: ChildProcess) {
  const messages = (SECONDS * 1000) / EVERY_MS
  const calls: Promise<unknown>[] = []
  for (let turn = 0; turn < messages; turn++) {
    const body = { id: timedId(), message: `Message ${turn}` }
    const author = people[turn % people.length] as SignedIn
    calls.push(callAs(origin, author, sendMessage, { params: { id: chat_id }, body }))
    await pause(EVERY_MS)
  }
  const sent = (await Promise.all(calls)).filter(Boolean).length
  if (sent < messages) throw new Error(`${messages - sent} messages were refused`)
  return sayDelays(`${1000 / EVERY_MS} a second to ${PEOPLE}`, await collect(clients, messages * PEOPLE))
}

/** Rate of a broadcast and processor time per frame; the clients share the same processors. */
interface Pace {
  per_second: number
  cpu_us: number
}

async function pace(pid: number, clients: ChildProcess, send: () => unknown): Promise<Pace> {
  const [began, used] = [now(), await cpuMs(pid)]
  await send()
  const { last_at, delays } = await collect(clients, FRAMES * PEOPLE)
  return {
    per_second: delays.length / ((last_at - began) / 1000),
    cpu_us: ((await cpuMs(pid)) - used) * (1000 / delays.length),
  }
}

/** Publishes frames from the outbox as fast as possible, as after a bulk change. */
async function burst(
  place: BenchDatabase,
  pid: number,
  project: { id: string; chat_id: string },
  clients: ChildProcess,
) {
  const bus = await postgresBus(place.databaseUrl, (error) => console.error(error))
  const rows = Array.from({ length: FRAMES }, () => ({
    id: timedId(),
    type: 'chat.message',
    project_id: project.id,
    audience: toJsonb({ level: 'VIEWER' }),
    data: toJsonb({ chat_id: project.chat_id, message_id: timedId() }),
  }))
  const result = await pace(pid, clients, async () => {
    await place.db.insertInto('outbox').values(rows).execute()
    await bus.publish('outbox', 1)
  })
  await bus.close()
  return result
}

async function measureServer(
  place: BenchDatabase,
  file: string,
  people: SignedIn[],
  projects: { id: string; chat_id: string }[],
) {
  const server = new ServerProcess(place.databaseUrl, place.dataDir)
  const first = projects[0] as { id: string; chat_id: string }
  const result = { p99: Number.NaN, paces: [] as Pace[] }
  try {
    await server.start()
    const [address, resident] = [
      `${server.origin.replace('http', 'ws')}/ws/updates`,
      () => residentMb(server.pid),
    ]
    const before = await resident()
    await withClients(address, file, resident, async (clients, half) => {
      const all = await resident()
      sayMemory('ours', { before, half, all })
      // presence events of new sockets are still being sent
      await pause(8000)
      result.p99 = await deliver(server.origin, people.slice(0, PEOPLE), first.chat_id, clients)
      for (let round = 0; round < ROUNDS; round++)
        result.paces.push(await burst(place, server.pid, first, clients))
    })
  } finally {
    await server.end('SIGTERM')
  }
  return result
}

async function measureReference(file: string) {
  const reference = fork(script('socket-reference.ts'))
  const paces: Pace[] = []
  try {
    const port = await heard<number>(reference)
    const resident = () => residentMb(reference.pid ?? 0)
    const before = await resident()
    await withClients(`ws://127.0.0.1:${port}`, file, resident, async (clients, half) => {
      sayMemory('ws alone', { before, half, all: await resident() })
      const messages = (SECONDS * 1000) / EVERY_MS
      reference.send({ to: PEOPLE, frames: messages, every_ms: EVERY_MS } satisfies Broadcast)
      await pause(SECONDS * 1000)
      sayDelays('the same by ws alone', await collect(clients, messages * PEOPLE))
      for (let round = 0; round < ROUNDS; round++) {
        const frames: Broadcast = { to: PEOPLE, frames: FRAMES, every_ms: 0 }
        paces.push(await pace(reference.pid ?? 0, clients, () => reference.send(frames)))
      }
    })
  } finally {
    reference.kill()
  }
  return paces
}

const limit = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString())
if (limit < SOCKETS + 500) {
  console.error(
    `A process may open ${limit} files here, and ${SOCKETS + 500} are needed: ulimit -n ${SOCKETS + 500}`,
  )
  process.exit(2)
}
await withDatabase(async (place) => {
  const people = await signInPeople(place.db, SOCKETS)
  const projects = []
  for (let from = 0; from < SOCKETS; from += PEOPLE)
    projects.push(await makeProject(place.db, people.slice(from, from + PEOPLE)))
  const file = path.join(path.dirname(place.dataDir), 'tokens')
  await fsp.writeFile(file, people.map(({ token }) => token).join('\n'))
  const { p99, paces } = await measureServer(place, file, people, projects)
  const bare = await measureReference(file)
  const middle = (all: Pace[], what: keyof Pace) =>
    at(
      all.map((one) => one[what]),
      0.5,
    )
  for (const [name, all] of [
    ['from the outbox', paces],
    ['by ws alone', bare],
  ] as const)
    row(
      `${FRAMES} to ${PEOPLE} ${name}`,
      `${Math.round(middle(all, 'per_second'))} frames/s`,
      `${middle(all, 'cpu_us').toFixed(1)} µs of the server each`,
    )
  const ratio = middle(paces, 'per_second') / middle(bare, 'per_second')
  const isMet = p99 < TARGET_MS && ratio >= TARGET_RATIO
  console.log(
    `ratio ${ratio.toFixed(2)}; targets: p99 below ${TARGET_MS} ms, ratio at least ${TARGET_RATIO}: ${isMet ? 'met' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
})
