import type { ErrorBody, ErrorCode } from '@plumbline/contract/errors'
import type { SentReason } from '@plumbline/contract/fields'
import { type CallOf, type EndpointSpec, fillPath, type ReplyOf } from '@plumbline/contract/http'
import { MAX_READ_MS, takeEarly } from '../base/early-read.ts'
import { goTo } from '../base/go-to.ts'
import { language } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { buildTeamHeader } from '../base/team-header.ts'
import { translateReason } from './reason-text.ts'
import { getWriteKey, rememberWriteKey, type WriteRequest } from './write-keys.ts'

/** The HTTP client of the contract: URLs, headers, retries, errors and the redirects for their statuses. */

/** Translates a message of the server: by its reason, else by the error code. */
function translateMessage(said: string, reason: SentReason | undefined, code: ErrorCode | 'offline'): string {
  const { texts } = language.read()
  return texts ? (translateReason(texts, reason) ?? texts.errors[code]) : said
}

/** A refused or failed call. `message` and `fields` are translated for display. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'offline'
  /** the server's message, untranslated */
  readonly serverMessage: string
  readonly reason: SentReason | undefined
  readonly fields: Record<string, string>
  readonly requestId: string | null
  constructor(status: number, body: Partial<ErrorBody>) {
    const code = (body.error ?? 'internal') as ErrorCode
    super(translateMessage(body.message ?? '', body.reason, code))
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.serverMessage = body.message ?? ''
    this.reason = body.reason
    const fields = Object.entries(body.fields ?? {})
    this.fields = Object.fromEntries(
      fields.map(([name, said]) => [name, translateMessage(said, body.field_reasons?.[name], code)]),
    )
    this.requestId = body.request_id ?? null
  }
}

const destinations: Record<number, string> = { 401: paths.login, 402: paths.payment, 403: paths.restricted }
const AUTH_MISSING = ['auth missing', 'missing or malformed jwt']

/** Redirects to the page for the status of a refusal, such as sign-in for a 401. */
export function redirectForError(url: string, error: ApiError) {
  if (url.includes('login')) return
  const to = AUTH_MISSING.includes(error.serverMessage) ? paths.login : destinations[error.status]
  if (!to || location.pathname === to) return
  if (to === paths.login) storage.setWanted(location.pathname + location.search)
  else {
    const { serverMessage: message, reason } = error
    storage.setRefused(location.pathname, error.status === 402 ? { message, reason } : null)
  }
  if (error.reason?.code === 'account_locked') return goTo(paths.locked)
  if (error.reason?.code === 'account_merged') return goTo(paths.merged)
  // a person who was signed in is told that the session ended
  goTo(to === paths.login && storage.teamId() !== null ? paths.signedOut : to)
}

/** The error for a request that got no answer: the network or the server is down. */
export const createOfflineError = () =>
  new ApiError(0, { error: 'offline', message: 'No connection to the server' })

/** The server was not reached: no network, a captive portal, or a gateway without it. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && [0, ...RETRIABLE_STATUSES].includes(error.status)

/** There is nothing by this address for this person, which another try does not change. */
export const isMissing = (error: ApiError): boolean => [400, 403, 404].includes(error.status)

function xsrfToken(): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('XSRF-TOKEN='))
  return pair ? decodeURIComponent(pair.slice('XSRF-TOKEN='.length)) : null
}

/** true once an answer of this server was part of a trace */
let isTraced = false

const formatHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A new trace that starts at this request (W3C Trace Context); the server decides whether it is kept. */
const createTraceparent = () => {
  const ids = formatHex(crypto.getRandomValues(new Uint8Array(24)))
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`
}

/** Headers of every request: the current team, on writes the anti-forgery token, and a trace if the server keeps them. */
export function buildCallHeaders(method: string): Record<string, string> {
  const token = method === 'GET' ? null : xsrfToken()
  return {
    ...buildTeamHeader(),
    ...(token ? { 'X-XSRF-TOKEN': token } : {}),
    ...(isTraced ? { traceparent: createTraceparent() } : {}),
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** time limit for a write with all its attempts, in addition to the time for sending its body */
  answerMs?: number
  /** sent as If-Match: the call is refused when the version has changed */
  ifMatch?: number
  /** false: the caller handles 401, 402 and 403 itself */
  redirects?: boolean
  /** Idempotency-Key of a write that the caller itself repeats */
  key?: string
  /** sent even when the page is closed in the meantime */
  keepalive?: boolean
}

/** The URL of a call. A list in the query repeats its name for each value. */
export function buildCallUrl(endpoint: EndpointSpec, input: { params?: object; query?: object }): string {
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const pairs = given.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]))
  const search = new URLSearchParams(pairs).toString()
  return fillPath(endpoint.path, input.params as Record<string, unknown>) + (search ? `?${search}` : '')
}

/** The URL of an endpoint that returns a file, for `src` and `href`. */
export function urlOf<E extends EndpointSpec>(endpoint: E, input: CallOf<E>): string {
  return buildCallUrl(endpoint, input as { params?: object; query?: object })
}

/** below it proxies and captive portals refuse with a page of their own; the server's refusals are JSON */
const PORTAL_STATUS = 408

/** The refusal that a response carries. */
export async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  if (body === null && response.status < PORTAL_STATUS) return createOfflineError()
  return new ApiError(response.status, body ?? {})
}

interface CallInput {
  params?: object
  query?: object
  body?: unknown
  file?: Blob
}

/** Delays before retrying a request that got no answer, in ms. */
const RETRY_WAITS_MS = [400, 1600]
/** Statuses of a gateway that did not reach the server: the request can be retried. */
const RETRIABLE_STATUSES = [502, 503, 504]

/** A server that answers with a longer Retry-After will not have changed its mind when the last attempt is made. */
const MAX_RETRY_AFTER_S = 5
const isTemporary = ({ status, headers }: Response) =>
  RETRIABLE_STATUSES.includes(status) && !(Number(headers.get('retry-after')) > MAX_RETRY_AFTER_S)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends a request that a bad network leaves hanging. */
const limitWait = (signal: AbortSignal | null | undefined, ms: number) =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])])

/** the slowest supported line for files and views of a model */
const SLOWEST_BYTES_PER_MS = 2

/** Ends a write that is not answered in this time after its body could have arrived. */
const limitWrite = (
  signal: AbortSignal | null | undefined,
  { body = '', file }: WriteRequest,
  answerMs: number,
) => limitWait(signal, answerMs + Math.ceil((body.length + (file?.size ?? 0)) / SLOWEST_BYTES_PER_MS))

/**
 * Sends a write, and retries it after connection errors and gateway errors. An answer that is cut in its middle counts
 * as none. Throws ApiError after the last attempt.
 */
async function sendWithRetries(request: WriteRequest, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const waitMs = RETRY_WAITS_MS[attempt]
    try {
      const response = await fetch(request.url, {
        ...init,
        signal: limitWrite(init.signal, request, MAX_READ_MS),
      })
      await response.clone().arrayBuffer()
      isTraced ||= response.headers.has('traceresponse')
      if (waitMs === undefined || !isTemporary(response)) return response
    } catch (error) {
      if (init.signal?.aborted)
        throw init.signal.reason?.name === 'TimeoutError' ? createOfflineError() : error
      if (waitMs === undefined || navigator.onLine === false) throw createOfflineError()
    }
    await wait(waitMs)
  }
}

/** Sends a write with its idempotency key, and keeps the key when the answer does not arrive. */
async function sendWrite(
  request: WriteRequest,
  init: RequestInit,
  key = getWriteKey(request),
): Promise<Response> {
  try {
    const headers = { ...init.headers, 'Idempotency-Key': key }
    const response = await sendWithRetries(request, { ...init, headers })
    if (response.status >= 500) rememberWriteKey(request, key)
    return response
  } catch (error) {
    rememberWriteKey(request, key)
    throw error
  }
}

function buildForm(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Sends a read, or takes the reply of the same read sent before. */
async function sendRead(
  url: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  try {
    return await (takeEarly(url, init.headers) ??
      fetch(url, { ...init, signal: limitWait(init.signal, MAX_READ_MS) }))
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw createOfflineError()
  }
}

/** Calls an endpoint. Throws ApiError for every error status, after its redirect. */
export async function call<E extends EndpointSpec>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { params, query, body, file } = input as CallInput
  const { method } = endpoint
  const url = buildCallUrl(endpoint, { params, query })
  const json = body === undefined ? undefined : JSON.stringify(body)
  const request = { method, url, body: json, file }
  const payload = file ? buildForm(file) : json
  const headers = {
    ...buildCallHeaders(method),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.ifMatch === undefined ? {} : { 'If-Match': `"${options.ifMatch}"` }),
  }
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: options.answerMs
      ? limitWrite(options.signal, request, options.answerMs)
      : (options.signal ?? null),
    keepalive: options.keepalive ?? false,
    headers,
    ...(payload === undefined ? {} : { body: payload }),
  }
  const response =
    method === 'GET' ? await sendRead(url, { ...init, headers }) : await sendWrite(request, init, options.key)
  if (!response.ok) {
    const error = await readError(response)
    if (options.redirects !== false) redirectForError(url, error)
    throw error
  }
  if (response.status === 204) return (endpoint.reply === null ? undefined : null) as ReplyOf<E>
  // an HTML page in place of JSON comes from a captive portal
  return (await response.json().catch(() => {
    throw createOfflineError()
  })) as ReplyOf<E>
}
