import { type AddressInfo, WebSocketServer } from 'ws'
import { timedId } from './timed-id.ts'

/** The reference: `ws` alone broadcasts the same frames to as many sockets, without permissions or storage. */

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const sockets: import('ws').WebSocket[] = []
server.on('connection', (socket) => {
  sockets.push(socket)
  socket.send('{"id":0,"type":"hello","project_id":null,"data":{}}')
})
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))

const id = '00000000-0000-7000-8000-000000000000'
let number = 0

function broadcast(to: number) {
  const data = { chat_id: id, message_id: timedId() }
  const frame = Buffer.from(JSON.stringify({ id: ++number, type: 'chat.message', project_id: id, data }))
  for (const socket of sockets.slice(0, to)) socket.send(frame, { binary: false })
}

export interface Broadcast {
  to: number
  frames: number
  /** milliseconds between two frames; 0 sends batches like the outbox as fast as possible */
  every_ms: number
}
const BATCH = 500

process.on('message', async ({ to, frames, every_ms }: Broadcast) => {
  for (let sent = 0; sent < frames; sent++) {
    broadcast(to)
    if (every_ms > 0) await new Promise((resolve) => setTimeout(resolve, every_ms))
    else if (sent % BATCH === BATCH - 1) await new Promise((resolve) => setImmediate(resolve))
  }
})
