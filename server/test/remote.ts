import { readFile } from 'node:fs/promises'
import { createHeader, createVariant, listVariants, type Variant } from '@plumbline/contract/bim/bim'
import { type CallOf, type EndpointSpec, fillPath, type ReplyOf } from '@plumbline/contract/http'

/** A client of a server in another process: signs in as the demo user or by a token, and uploads models. */
export class Remote {
  readonly origin: string
  readonly #cookies = new Map<string, string>()
  readonly #token: string | undefined
  constructor(origin: string, token?: string) {
    this.origin = origin
    this.#token = token
  }

  /** headers for requests sent by other means */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #headers(): Record<string, string> {
    if (this.#token) return { authorization: `Bearer ${this.#token}`, 'tus-resumable': '1.0.0' }
    return {
      cookie: this.cookie,
      'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
      'tus-resumable': '1.0.0',
    }
  }

  async #fetch(url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> {
    const answer = await fetch(new URL(url, this.origin), {
      ...init,
      headers: { ...this.#headers(), ...(init.headers as Record<string, string> | undefined) },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  async call<E extends EndpointSpec>(endpoint: E, input: CallOf<E>): Promise<ReplyOf<E>> {
    const { params, query, body } = input as {
      params?: Record<string, unknown>
      query?: object
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const answer = await this.#fetch(fillPath(endpoint.path, params) + search, {
      method: endpoint.method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return (answer.status === 204 ? undefined : await answer.json()) as ReplyOf<E>
  }

  async signInToDemo() {
    const body = JSON.stringify({ email: 'demo@plumbline.example', password: 'plumbline-demo' })
    await this.#fetch('/api/auth/login', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
  }

  /** Sends a file as a multipart form; returns the reply. */
  async sendForm<T>(url: string, file: Blob): Promise<T> {
    const form = new FormData()
    form.append('file', file, 'file')
    return (await (await this.#fetch(url, { method: 'POST', body: form })).json()) as T
  }

  /** Uploads a model as a new file; resolves once all bytes are received. */
  async send(projectId: string, name: string, size: number, bytes: RequestInit['body']) {
    const { upload, ...ids } = await this.announce(projectId, name, size)
    await this.write(upload, 0, bytes)
    return ids
  }

  /** Creates a file and version for a model; `upload` is the upload URL. */
  async announce(projectId: string, name: string, size: number) {
    const params = { id: projectId }
    const header = await this.call(createHeader, { params, body: { name } })
    const target = await this.call(createVariant, {
      params: { ...params, headerId: header.id },
      body: { file_name: name, size_bytes: size },
    })
    const made = await this.#fetch(target.upload_url, {
      method: 'POST',
      headers: { 'upload-length': String(size), 'upload-metadata': target.upload_metadata },
    })
    const upload = made.headers.get('location') ?? ''
    return { headerId: header.id, variantId: target.variant.id, upload }
  }

  /** Sends bytes of an upload from an offset on. */
  async write(
    upload: string,
    offset: number,
    bytes: RequestInit['body'],
    headers: Record<string, string> = {},
  ) {
    await this.#fetch(upload, {
      method: 'PATCH',
      body: bytes,
      duplex: 'half',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    })
  }

  /** Offset of an upload: the bytes received so far. */
  async written(upload: string): Promise<number> {
    const answer = await this.#fetch(upload, { method: 'HEAD' })
    return Number(answer.headers.get('upload-offset'))
  }

  async versions(projectId: string, headerId: string): Promise<Variant[]> {
    return this.call(listVariants, { params: { id: projectId, headerId } })
  }
}

/** Resident memory of a process in MB, where /proc exists. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

/** Processor time of a process in milliseconds, where /proc exists. */
export async function cpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10
}
