import type { ErrorBody } from '@plumbline/contract/errors'
import { type CallOf, type EndpointSpec, fillPath, type ReplyOf } from '@plumbline/contract/http'
import type { TestApp } from './app.ts'

/** A headless client that stores cookies and sends the anti-forgery pair like the web client. */

export interface ClientReply<T> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
}

export class RefusedCall extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: RefusedCall['body']) {
    super(`${status} ${body.error}: ${body.message} ${JSON.stringify(body.fields ?? {})}`)
    this.status = status
    this.body = body
  }
}

/** Encodes a multipart form with files like a browser. */
export async function multipart(parts: [name: string, value: Blob | string][]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

export class Client {
  readonly app: TestApp
  readonly cookies = new Map<string, string>()
  constructor(app: TestApp) {
    this.app = app
  }

  /** Sends any request unchanged, with this client's cookies. */
  async send(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientReply<unknown>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.app.fastify.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(this.cookies.has('XSRF-TOKEN')
          ? { 'x-xsrf-token': this.cookies.get('XSRF-TOKEN') as string }
          : {}),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    for (const { name, value } of response.cookies) {
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    const isJson = String(response.headers['content-type']).includes('json')
    const parsed = isJson && response.body ? (JSON.parse(response.body) as unknown) : response.body
    return { status: response.statusCode, body: parsed, headers: response.headers }
  }

  /** A call of the contract; throws Refused for anything but a success. */
  async call<E extends EndpointSpec>(endpoint: E, input: CallOf<E>, headers: Record<string, string> = {}) {
    const { params, query, body, file } = input as {
      params?: Record<string, unknown>
      query?: object
      body?: unknown
      file?: Blob
    }
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const url = fillPath(endpoint.path, params) + search
    const form = file && (await multipart([['file', file]]))
    const answer = await this.send(endpoint.method, url, form?.body ?? body, { ...form?.headers, ...headers })
    if (answer.status >= 400) throw new RefusedCall(answer.status, answer.body as RefusedCall['body'])
    if (answer.status === 204 && endpoint.reply !== null) return null as ReplyOf<E>
    return answer.body as ReplyOf<E>
  }
}

/** Resolves with the refusal of a call; fails the test if the call succeeds. */
export async function refusal(work: Promise<unknown>): Promise<RefusedCall> {
  try {
    await work
  } catch (error) {
    if (error instanceof RefusedCall) return error
    throw error
  }
  throw new Error('the call was not refused')
}
