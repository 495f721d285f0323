import { ApiError } from '../../api/client.ts'
import { MAX_READ_MS } from '../../base/early-read.ts'

/** A busy server's answer with the time until the next request, at most a minute. */
class AskAgainError extends ApiError {
  readonly wait_ms: number
  constructor({ status, headers }: Response) {
    super(status, {})
    this.wait_ms = Math.min(60, Number(headers.get('retry-after')) || 0) * 1000
  }
}

/** No bytes have come for `MAX_READ_MS`: a further attempt would wait as long, and the person is told instead. */
class StalledError extends ApiError {
  constructor() {
    super(0, { error: 'offline', message: 'No connection to the server' })
  }
}

/** when bytes of any file came last: a request that waits for a connection is not stalled while others use the line */
let lastBytesAt = 0

/** A signal that aborts when no bytes of any file have come for `MAX_READ_MS`. */
function watchProgress(signal: AbortSignal | undefined) {
  const stall = new AbortController()
  const check = () => {
    const left = lastBytesAt + MAX_READ_MS - Date.now()
    if (left <= 0) stall.abort(new StalledError())
    else timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, MAX_READ_MS)
  return {
    signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
    end: () => clearTimeout(timer),
  }
}

/**
 * Fetches bytes, optionally reporting the number received so far. Throws ApiError on an error status, and when no more bytes
 * come for a while.
 */
export async function fetchBytes(url: string, signal?: AbortSignal, onBytes?: (loaded: number) => void) {
  const progress = watchProgress(signal)
  try {
    const response = await fetch(url, { signal: progress.signal, credentials: 'same-origin' })
    if (!response.ok) throw new AskAgainError(response)
    if (!response.body) return new Uint8Array(await response.arrayBuffer())
    return await readBody(response.body, (loaded) => {
      lastBytesAt = Date.now()
      onBytes?.(loaded)
    })
  } finally {
    progress.end()
  }
}

async function readBody(body: ReadableStream<Uint8Array>, onBytes: (loaded: number) => void) {
  const pieces: Uint8Array[] = []
  let loaded = 0
  // Safari 26 cannot iterate over a stream
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    loaded += next.value.length
    onBytes(loaded)
  }
  const whole = new Uint8Array(loaded)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Pauses before each further attempt, milliseconds; the network's return ends a pause early. */
const PAUSES_MS = [500, 1500, 4000]
const PASSING_STATUSES = new Set([0, 408, 425, 429, 500, 502, 503, 504])

/** Whether a later attempt may succeed: no answer at all, or a server that is busy or restarting. */
const isPassing = (error: unknown) =>
  error instanceof ApiError
    ? PASSING_STATUSES.has(error.status) && !(error instanceof StalledError)
    : error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError')

/** Resolves after a pause, as soon as the network returns, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/**
 * Repeats a request that failed for a passing reason, with growing pauses, or after the time that the server named. Throws
 * the last failure.
 */
export async function retryFetch<Found>(
  attempt: () => Promise<Found>,
  signal: AbortSignal,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Found> {
  for (const ms of pauses) {
    let wait_ms = 0
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      if (error instanceof AskAgainError) wait_ms = error.wait_ms
    }
    await pause(Math.max(ms, wait_ms), signal)
  }
  return attempt()
}

/** Fetches JSON, repeated when it fails for a passing reason. */
export async function fetchJson<Found>(url: string, signal: AbortSignal): Promise<Found> {
  const bytes = await retryFetch(() => fetchBytes(url, signal), signal)
  return JSON.parse(new TextDecoder().decode(bytes)) as Found
}
