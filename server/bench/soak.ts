import fsp from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createView } from '@plumbline/contract/bim/views'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { createIssueView } from '@plumbline/contract/issues/lists'
import { addComment } from '@plumbline/contract/issues/timeline'
import { createLevel, createProject } from '@plumbline/contract/projects/projects'
import { createTeam } from '@plumbline/contract/teams/teams'
import WebSocket from 'ws'
import { doorsFile, guidNumber } from '../test/doors.ts'
import type { Remote } from '../test/remote.ts'
import { ServerProcess } from '../test/server-process.ts'
import { withDatabase } from './database.ts'
import { signUp } from './sign-up.ts'

/**
 * Mixed load for a while: lists, changes, files, models, sockets. The server's memory may grow by less than 1 MB a minute
 * after a third of the time, and what it has opened is closed when the load ends. Linux only.
 *   node server/bench/soak.ts [minutes]
 */
const minutes = Number(process.argv[2] ?? 30)
const PEOPLE = 6
/** Files that one person may take are counted: this keeps below it. */
const EVERY_MS = 400
const TARGET_MB = 1
const SAMPLE_MS = 2000
const SAMPLES_PER_LINE = 30
/** Pools of connections and threads have shrunk after this time. */
const CALM_MS = 45_000
/** connections that are opened and closed in the background */
const MORE_HANDLES = 8

interface Person {
  remote: Remote
  project: string
  issue: string
  turn: number
}

async function settle(server: ServerProcess, db: Parameters<typeof signUp>[0], at: number): Promise<Person> {
  const { remote } = await signUp(db, server.origin, `soak${at}@example.com`)
  await remote.call(createTeam, { body: { name: `Soak ${at}` } })
  const { id: project } = await remote.call(createProject, { body: { name: `Soak ${at}` } })
  const params = { id: project }
  for (let level = 0; level < 8; level++)
    await remote.call(createLevel, { params, body: { name: `Level ${level}`, elevation_m: 3 * level } })
  const { id: issue } = await remote.call(createIssue, { params, body: { name: 'Crack' } })
  return { remote, project, issue, turn: at * 7 }
}

/** Reads an answer to its end. */
async function take({ remote }: Person, url: string) {
  const answer = await fetch(`${remote.origin}${url}`, { headers: { cookie: remote.cookie } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  for await (const _ of answer.body ?? []);
}

async function sendModel({ remote, project, turn }: Person) {
  const doors = Array.from({ length: 20 }, (_, n) => ({
    guid: guidNumber(turn * 100 + n),
    name: `Door ${turn}`,
  }))
  const bytes = doorsFile(doors.map((door) => ({ ...door, storey: 1 })))
  const { headerId } = await remote.send(project, `doors-${turn}.ifc`, bytes.length, new Uint8Array(bytes))
  for (let tries = 0; tries < 600; tries++) {
    const [version] = await remote.versions(project, headerId)
    if (version?.state === 'COMPLETED') return
    if (version?.state === 'FAILED') throw new Error(version.error?.message)
    await pause(100)
  }
}

/** Opens a page's socket and leaves it. */
async function listen({ remote }: Person) {
  const socket = new WebSocket(`${remote.origin.replace('http', 'ws')}/ws/updates`, {
    headers: { cookie: remote.cookie, origin: remote.origin },
  })
  await new Promise((resolve, reject) => {
    socket.once('message', resolve)
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the socket was closed with ${code}`)))
  })
  await pause(300)
  socket.close()
}

const view = {
  perspective_camera: {
    ...{ camera_view_point: { x: 0, y: 0, z: 0 }, camera_direction: { x: 0, y: 1, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 60, aspect_ratio: 1 },
  },
}
const elements = Array.from({ length: 3000 }, (_, n) => ({ ifc_guid: guidNumber(n) }))
const extras = { models: [], storey: null, is_plan: false, coloring: null }
const components = { selection: elements, visibility: { default_visibility: true } }

/** What people do, in turn. Files are one in fifteen: every 6 s for each person, and they may take 60 in ten minutes. */
const deeds: ((person: Person) => Promise<unknown>)[] = [
  (person) => take(person, `/api/project/${person.project}/issue?limit=100&sort=name`),
  ({ remote, project, turn }) =>
    remote.call(createIssue, { params: { id: project }, body: { name: `Issue ${turn}`, labels: ['Fire'] } }),
  ({ remote, project, issue, turn }) =>
    remote.call(updateIssue, { params: { id: project, issueId: issue }, body: { name: `Crack ${turn}` } }),
  ({ remote, project, issue }) =>
    remote.call(addComment, { params: { id: project, issueId: issue }, body: { text: 'Seen again' } }),
  (person) => take(person, `/api/project/${person.project}/issue/stat`),
  (person) => take(person, `/api/project/${person.project}/issue/board?group=level`),
  listen,
  (person) => take(person, `/bcf/3.0/projects/${person.project}/topics?$top=500`),
  (person) => {
    const kind = ['export?format=csv', 'export?format=xlsx', 'export?format=pdf&number=1-20'][person.turn % 3]
    return person.turn % 4 === 0 ? take(person, `/api/project/${person.project}/issue/${kind}`) : pause(0)
  },
  (person) => take(person, `/api/project/${person.project}/issue?q=crack`),
  ({ remote, project, turn }) =>
    turn % 5 === 0
      ? remote.call(createView, {
          params: { id: project },
          body: { name: `View ${turn}`, is_shared: false, view: { ...view, components }, extras },
        })
      : pause(0),
  (person) => (person.turn % 6 === 0 ? sendModel(person) : pause(0)),
  (person) =>
    person.turn % 4 === 0
      ? take(person, `/api/project/${person.project}/qr-code-generator?format=pdf`)
      : pause(0),
  (person) => take(person, '/api/v2/project'),
  ({ remote, project, turn }) =>
    turn < 20
      ? remote.call(createIssueView, {
          params: { id: project },
          body: { name: `View ${turn}`, is_shared: false, query: 'status=OPEN' },
        })
      : pause(0),
]

/** Runs one person's actions in sequence; records failures and continues. */
async function live(person: Person, until: number, failures: string[]) {
  for (let round = 0; performance.now() < until; round++) {
    const deed = deeds[round % deeds.length]
    if (round % deeds.length === 0) person.turn++
    await deed?.(person).catch((error: Error) => failures.push(error.message))
    await pause(EVERY_MS)
  }
}

/** Megabytes by gauge of /metrics, after `at` milliseconds. */
interface Sample {
  at: number
  resident: number
  heap: number
  heap_reserved: number
  external: number
}
const gauges = ['resident', 'heap', 'heap_reserved', 'external'] as const

async function readSample(origin: string, at: number): Promise<Sample> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^plumbline_${name}_bytes (\\d+)$`, 'm').exec(text)?.[1]) / 2 ** 20
  return {
    at,
    resident: read('resident'),
    heap: read('heap'),
    heap_reserved: read('heap_reserved'),
    external: read('external'),
  }
}

/** Megabytes a minute by which a line through the values of a gauge grows. */
function slope(samples: Sample[], gauge: (typeof gauges)[number]): number {
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const at = mean(samples.map((each) => each.at))
  const mb = mean(samples.map((each) => each[gauge]))
  const over = mean(samples.map((each) => (each.at - at) * (each[gauge] - mb)))
  return (over / mean(samples.map((each) => (each.at - at) ** 2))) * 60_000
}

const formatSample = (sample: Sample) =>
  `${(sample.at / 60_000).toFixed(1)} min  ${gauges.map((gauge) => `${gauge} ${sample[gauge].toFixed(0)}`).join('  ')} MB`

const handles = async (pid: number) => (await fsp.readdir(`/proc/${pid}/fd`)).length

async function soak(server: ServerProcess, people: Person[]): Promise<boolean> {
  const failures: string[] = []
  // each action once first, so that shared resources are open
  await Promise.all(
    people.map((person) => live(person, performance.now() + deeds.length * EVERY_MS * 2, failures)),
  )
  await pause(CALM_MS)
  const base = await handles(server.pid)
  const began = performance.now()
  const until = began + minutes * 60_000
  const samples: Sample[] = []
  const timer = setInterval(async () => {
    const sample = await readSample(server.origin, performance.now() - began)
    samples.push(sample)
    if (samples.length % SAMPLES_PER_LINE === 1) console.log(formatSample(sample))
  }, SAMPLE_MS)
  await Promise.all(people.map((person) => live(person, until, failures)))
  clearInterval(timer)
  await pause(CALM_MS)
  const left = await handles(server.pid)
  const warm = samples.filter(({ at }) => at > (minutes * 60_000) / 3)
  const grown = slope(warm, 'resident')
  for (const gauge of gauges) console.log(`${gauge}: ${slope(warm, gauge).toFixed(2)} MB a minute`)
  for (const failure of new Set(failures)) console.log(`failed: ${failure}`)
  console.log(
    `memory: ${grown.toFixed(2)} MB a minute target < ${TARGET_MB}; open: ${left}, ${base} before; ${failures.length} failures`,
  )
  return grown < TARGET_MB && left <= base + MORE_HANDLES && failures.length === 0
}

let isMet = false
await withDatabase(async ({ db, databaseUrl, dataDir }) => {
  const limits = { RATE_LIMIT_MAIL: '1000', RATE_LIMIT_SIGN_IN: '1000' }
  const server = new ServerProcess(databaseUrl, dataDir, { ...limits, MALLOC_ARENA_MAX: '2' })
  await server.start()
  try {
    const people: Person[] = []
    for (let at = 1; at <= PEOPLE; at++) people.push(await settle(server, db, at))
    isMet = await soak(server, people)
    console.log(isMet ? 'met' : 'MISSED')
  } finally {
    await server.end('SIGTERM')
  }
})
process.exit(isMet ? 0 : 1)
