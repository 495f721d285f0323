import { parseArgs } from 'node:util'
import { ServerProcess } from '../test/server-process.ts'
import { type BenchCall, benchCalls } from './api-calls.ts'
import { prepareRows } from './api-rows.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { readDatabaseTimes, readProcessorTime, sumSince } from './processor-time.ts'

/**
 * What row-level security costs: the processor time of server and database for each call in a project, with and without
 * it, on the same rows in alternating turns. Processor time, unlike throughput, hardly depends on what else the machine does.
 *   node server/bench/row-security.ts [--requests 60] [--turns 9] [--issues 2000] [--only "GET issue"]
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60' },
    turns: { type: 'string', default: '9' },
    issues: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
})

const calls = benchCalls.filter(({ name }) =>
  values.only
    ? name.includes(values.only)
    : !['GET /api/me', 'GET projects', 'GET conversations'].includes(name) && !name.includes('notification'),
)

interface Cost {
  server: number
  database: number
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function run({ db, databaseUrl, dataDir }: BenchDatabase): Promise<void> {
  const { rows, token } = await prepareRows(db, Number(values.issues))
  const servers: ServerProcess[] = []
  for (const setting of ['on', 'off']) {
    const server = new ServerProcess(databaseUrl, dataDir, { ROW_LEVEL_SECURITY: setting })
    await server.start()
    servers.push(server)
  }
  let sent = 0
  const send = async (server: ServerProcess, call: BenchCall) => {
    const { url, body } = call.build(rows, sent++)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await fetch(server.origin + url, {
      method: call.method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${call.name}: ${answer.status}`)
  }
  const measureTurn = async (server: ServerProcess, call: BenchCall): Promise<Cost> => {
    const before = [await readProcessorTime(server.pid), await readDatabaseTimes(db)] as const
    const count = Number(values.requests)
    for (let n = 0; n < count; n++) await send(server, call)
    const per = (nanoseconds: number) => nanoseconds / count / 1e6
    return {
      server: per((await readProcessorTime(server.pid)) - before[0]),
      database: per(sumSince(await readDatabaseTimes(db), before[1])),
    }
  }
  const ratios: number[] = []
  try {
    console.log('call                    server on/off      database on/off    ratio of both')
    for (const call of calls) {
      const turns: { on: Cost; off: Cost }[] = []
      for (const server of servers) for (let n = 0; n < 60; n++) await send(server, call)
      for (let turn = 0; turn < Number(values.turns); turn++) {
        const [on, off] = servers as [ServerProcess, ServerProcess]
        // the first of a pair finds colder caches
        const isOnFirst = turn % 2 === 0
        const first = await measureTurn(isOnFirst ? on : off, call)
        const second = await measureTurn(isOnFirst ? off : on, call)
        turns.push(isOnFirst ? { on: first, off: second } : { on: second, off: first })
      }
      const pick = (side: 'on' | 'off', part: keyof Cost) => median(turns.map((turn) => turn[side][part]))
      const ratio = median(
        turns.map(({ on, off }) => (on.server + on.database) / (off.server + off.database)),
      )
      ratios.push(ratio)
      const pair = (part: keyof Cost) => `${pick('on', part).toFixed(2)} / ${pick('off', part).toFixed(2)} ms`
      console.log(
        `${call.name.padEnd(23)} ${pair('server').padEnd(18)} ${pair('database').padEnd(18)} ${ratio.toFixed(3)}`,
      )
    }
    console.log(`median of all calls: ${median(ratios).toFixed(3)}`)
  } finally {
    for (const server of servers) await server.end('SIGTERM')
  }
}

await withDatabase(run)
