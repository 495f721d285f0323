import net from 'node:net'
import { Transform } from 'node:stream'

/** A local port that forwards to another one over a slow line, which all connections share. */

export interface Line {
  /** round trip time */
  roundTrip_ms: number
  bytesPerSecond: number
}

const PACKET_BYTES = 1400

/** One direction of a network line: packets of all connections leave one after the other and arrive half a round trip later. */
function createDirection({ roundTrip_ms, bytesPerSecond }: Line) {
  let freeAt = 0
  return () => {
    const underWay: { arrives: number; packet: Buffer }[] = []
    return new Transform({
      transform(piece: Buffer, _encoding, done) {
        const deliver = () => {
          while (underWay[0] && underWay[0].arrives <= performance.now()) this.push(underWay.shift()?.packet)
          if (underWay[0]) setTimeout(deliver, Math.max(1, underWay[0].arrives - performance.now()))
        }
        const isIdle = underWay.length === 0
        for (let from = 0; from < piece.length; from += PACKET_BYTES) {
          const packet = piece.subarray(from, from + PACKET_BYTES)
          freeAt = Math.max(performance.now(), freeAt) + (packet.length / bytesPerSecond) * 1000
          underWay.push({ arrives: freeAt + roundTrip_ms / 2, packet })
        }
        if (isIdle) deliver()
        // the sender waits until this packet has left
        setTimeout(done, Math.max(0, freeAt - performance.now()))
      },
      flush(done) {
        const end = () => (underWay.length > 0 ? setTimeout(end, 5) : done())
        end()
      },
    })
  }
}

/** Opens the line to an origin; `received` counts the bytes received through it. */
export async function openSlowLine(target: string, line: Line) {
  const [up, down] = [createDirection(line), createDirection(line)]
  let received = 0
  const server = net.createServer((near) => {
    const far = net.connect(Number(new URL(target).port), '127.0.0.1')
    const close = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', close).on('close', close)
    far.on('data', (piece: Buffer) => {
      received += piece.length
    })
    // a connection is made in a round trip
    setTimeout(() => near.pipe(up()).pipe(far), line.roundTrip_ms / 2)
    far.pipe(down()).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
