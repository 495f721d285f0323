import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryError } from '@plumbline/contract/webhooks/webhooks'
import { isPublicAddress, publicLookup } from '../notifications/public-address.ts'

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 64_000

export interface DeliveryOutcome {
  status_code: number | null
  duration_ms: number
  error: DeliveryError | null
}

export interface DeliveryRequest {
  headers: object
  body: string
  mayBePrivate: boolean
  /** aborts the request */
  signal: AbortSignal
}

class NotPublicError extends Error {}

/** Node error codes of TLS failures. */
const tlsCodes = /CERT|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_VERIFY/

/** Refuses private addresses: host names in the connection's lookup, IP addresses here, because they are not looked up. */
function buildConnectionOptions(url: URL, mayBePrivate: boolean) {
  if (mayBePrivate) return {}
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublicError()
  return { lookup: publicLookup }
}

/** Reads and discards a bounded part of the body, so that the receiver can finish its reply. */
function discardBody(answer: http.IncomingMessage, done: () => void) {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_REPLY_BYTES) answer.destroy()
  })
  answer.on('error', done)
  answer.on('close', done)
}

function sendRequest(url: URL, { headers, body, mayBePrivate, signal }: DeliveryRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const { request: send } = url.protocol === 'https:' ? https : http
    const call = send(url, {
      ...buildConnectionOptions(url, mayBePrivate),
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    call.on('error', reject)
    call.on('response', (answer) => discardBody(answer, () => resolve(answer.statusCode ?? 0)))
    call.end(body)
  })
}

function getDeliveryError(error: unknown): DeliveryError {
  if (error instanceof NotPublicError) return 'not_public'
  if (!(error instanceof Error)) return 'not_reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  if (error.message.endsWith('is not a public address')) return 'not_public'
  return tlsCodes.test((error as NodeJS.ErrnoException).code ?? '') ? 'not_trusted' : 'not_reached'
}

/** Posts a delivery to a user-given address, without following redirects; failures become an error code. */
export async function postDelivery(address: string, sent: DeliveryRequest): Promise<DeliveryOutcome> {
  const begin = performance.now()
  const took = () => Math.round(performance.now() - begin)
  try {
    const status_code = await sendRequest(new URL(address), sent)
    return { status_code, duration_ms: took(), error: null }
  } catch (error) {
    return { status_code: null, duration_ms: took(), error: getDeliveryError(error) }
  }
}
