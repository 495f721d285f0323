import { createHeader, createVariant, listVariants, type Variant } from '@plumbline/contract/bim'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** Sends a file as a browser does: announce the version, then tus; the app must listen on a port. */

export interface Sent {
  headerId: string
  variantId: string
  status: number
  body: { error?: string; message?: string }
}

async function listening(app: TestApp): Promise<string> {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = app.fastify.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const cookies = (client: Client) => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
  'tus-resumable': '1.0.0',
})

/** Announces a version and sends its bytes in one request. */
export async function sendModel(
  client: Client,
  projectId: string,
  name: string,
  bytes: Uint8Array,
): Promise<Sent> {
  const origin = await listening(client.app)
  const params = { id: projectId }
  const header = await client.call(createHeader, { params, body: { name } })
  const target = await client.call(createVariant, {
    params: { ...params, headerId: header.id },
    body: { file_name: name, size_bytes: bytes.length },
  })
  const made = await fetch(`${origin}${target.upload_url}`, {
    method: 'POST',
    headers: {
      ...cookies(client),
      'upload-length': String(bytes.length),
      'upload-metadata': target.upload_metadata,
    },
  })
  if (made.status !== 201) throw new Error(`tus creation answered ${made.status}`)
  const sent = await fetch(new URL(made.headers.get('location') ?? '', origin), {
    method: 'PATCH',
    headers: { ...cookies(client), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  const text = await sent.text()
  const body = text ? (JSON.parse(text) as Sent['body']) : {}
  return { headerId: header.id, variantId: target.variant.id, status: sent.status, body }
}

const ENDS = ['COMPLETED', 'FAILED', 'STOPPED']

/** The version once its processing has ended. */
export async function processed(client: Client, projectId: string, sent: Sent): Promise<Variant> {
  for (;;) {
    const params = { id: projectId, headerId: sent.headerId }
    const variants = await client.call(listVariants, { params })
    const variant = variants.find((each) => each.id === sent.variantId)
    if (!variant) throw new Error('the version is gone')
    if (ENDS.includes(variant.state)) return variant
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
