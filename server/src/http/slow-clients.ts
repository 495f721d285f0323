import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_ROUTE } from '../blobs/upload-call.ts'
import { Refusal } from './refusal.ts'

/**
 * Limits slow request bodies by a minimum speed instead of a total time, since a phone with a weak network may take
 * minutes for a photo. A client below the minimum gets 408 and its connection is closed. Only time in which the server
 * waits for bytes counts.
 */

/** minimum bytes per window, of any body and of a resumable upload */
const MIN_SPEED = { window_ms: 20_000, body_bytes: 4000, upload_bytes: 1, check_ms: 1000 }
export type MinimumSpeed = typeof MIN_SPEED

interface WatchedRequest {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  bytes: number
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** True if the server waits for the client: the handler reads and has consumed all bytes received. */
const isWaitingForBytes = ({ raw }: FastifyRequest) =>
  raw.readableLength === 0 && (raw.readableFlowing === true || raw.listenerCount('readable') > 0)

function closeRequest({ request, reply }: WatchedRequest) {
  const { raw } = request
  if (reply.sent) return void raw.destroy()
  reply.raw.once('close', () => raw.destroy())
  reply.raw.once('finish', () => raw.destroy())
  void reply.header('connection', 'close').send(new Refusal('timed_out'))
}

export function limitSlowBodies(app: FastifyInstance, slowest: MinimumSpeed = MIN_SPEED) {
  const watched = new Set<WatchedRequest>()
  const check = () => {
    const now = performance.now()
    for (const each of watched) {
      const { request } = each
      const bytes = request.raw.socket.bytesRead
      const least = request.url.startsWith(UPLOAD_ROUTE) ? slowest.upload_bytes : slowest.body_bytes
      if (!isWaitingForBytes(request) || bytes - each.bytes >= least)
        Object.assign(each, { since: now, bytes })
      else if (now - each.since > slowest.window_ms) {
        watched.delete(each)
        closeRequest(each)
      }
    }
  }
  const timer = setInterval(check, slowest.check_ms).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!hasBody(request) || raw.complete) return
    const each = { request, reply, since: performance.now(), bytes: raw.socket.bytesRead }
    watched.add(each)
    const forget = () => watched.delete(each)
    raw.once('end', forget).once('close', forget)
  })
  // a response sent before the whole body was read: drains the rest, so that the connection stays usable
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return
    raw.unpipe()
    raw.resume()
  })
}

/** Answers malformed, oversized or slow requests that never reached Fastify. */
export function sendSocketError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const refusal = new Refusal(isSlow ? 'timed_out' : 'bad_request')
  const body = JSON.stringify(refusal.body(randomUUIDv7()))
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`)
}
