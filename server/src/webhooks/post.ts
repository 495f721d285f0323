import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryError } from '@plumbline/contract/webhooks/webhooks'
import { isPublicAddress, publicLookup } from '../notifications/public-address.ts'

/** One POST to an address that somebody gave us: checked when it is connected to, never redirected, never read for long. */

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 64_000

export interface Outcome {
  status_code: number | null
  duration_ms: number
  error: DeliveryError | null
}

export interface Sent {
  headers: object
  body: string
  mayBePrivate: boolean
  /** ends it early */
  signal: AbortSignal
}

class NotPublic extends Error {}

/** Codes of connections that are there and cannot be trusted. */
const tlsCodes = /CERT|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_VERIFY/

/** A name is looked up and checked by the connection itself; an address in numbers is not looked up. */
function connectionTo(url: URL, mayBePrivate: boolean) {
  if (mayBePrivate) return {}
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublic()
  return { lookup: publicLookup }
}

/** The status says all: of a body some is taken, so that who writes it is not cut off, and dropped. */
function drop(answer: http.IncomingMessage, done: () => void) {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', done)
  answer.on('close', done)
}

function request(url: URL, { headers, body, mayBePrivate, signal }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const { request: send } = url.protocol === 'https:' ? https : http
    const call = send(url, {
      ...connectionTo(url, mayBePrivate),
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    call.on('error', reject)
    call.on('response', (answer) => drop(answer, () => resolve(answer.statusCode ?? 0)))
    call.end(body)
  })
}

function errorOf(error: unknown): DeliveryError {
  if (error instanceof NotPublic) return 'not_public'
  if (!(error instanceof Error)) return 'not_reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  if (error.message.endsWith('is not a public address')) return 'not_public'
  return tlsCodes.test((error as NodeJS.ErrnoException).code ?? '') ? 'not_trusted' : 'not_reached'
}

export async function post(address: string, sent: Sent): Promise<Outcome> {
  const begin = performance.now()
  const took = () => Math.round(performance.now() - begin)
  try {
    const status_code = await request(new URL(address), sent)
    return { status_code, duration_ms: took(), error: null }
  } catch (error) {
    return { status_code: null, duration_ms: took(), error: errorOf(error) }
  }
}
