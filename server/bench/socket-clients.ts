import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import WebSocket from 'ws'
import { timeOf } from './timed-id.ts'

/**
 * The clients of `sockets.ts` in a child process: opens a socket for each token in a file, reports after the first half and
 * goes on when told to, and reports after the last; on `report` it sends the statistics since the last one.
 *   node socket-clients.ts <ws://…> <file of tokens, one a line>
 */
const [address = '', file = ''] = process.argv.slice(2)
const tokens = readFileSync(file, 'utf8').split('\n').filter(Boolean)
const AT_ONCE = 50
const MESSAGE = /"type":"chat\.message".*"message_id":"([\w-]{36})"/

export interface ClientReport {
  /** milliseconds from the timestamp in a message's id to its arrival */
  delays: number[]
  /** arrival of the last frame in milliseconds of the clock */
  last_at: number
  closed: number
}

const report: ClientReport = { delays: [], last_at: 0, closed: 0 }

function hear(data: WebSocket.RawData) {
  const id = MESSAGE.exec(String(data))?.[1]
  if (!id) return
  report.last_at = performance.timeOrigin + performance.now()
  report.delays.push(report.last_at - timeOf(id))
}

function open(token: string): Promise<void> {
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
  socket.on('close', () => report.closed++)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    // `hello` received: the socket gets all events from now on
    socket.once('message', () => {
      socket.on('message', hear)
      resolve()
    })
  })
}

async function openAll(some: string[]) {
  for (let from = 0; from < some.length; from += AT_ONCE)
    await Promise.all(some.slice(from, from + AT_ONCE).map(open))
  process.send?.('open')
}

await openAll(tokens.slice(0, tokens.length / 2))
await once(process, 'message')
await openAll(tokens.slice(tokens.length / 2))
process.on('message', () => {
  process.send?.({ ...report })
  report.delays = []
})
