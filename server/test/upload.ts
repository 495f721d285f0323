import { createHeader, createVariant, listVariants, type Variant } from '@plumbline/contract/bim/bim'
import { typeOfFile } from '@plumbline/contract/bim/bim.rules'
import { listenOnPort } from './app.ts'
import type { Client } from './client.ts'

/** Uploads files like a browser: creates the version, then sends bytes by tus; the app must listen on a port. */

export interface UploadTarget {
  headerId: string
  variantId: string
  origin: string
  /** upload URL */
  location: string
}

export interface UploadReply extends UploadTarget {
  status: number
  body: { error?: string; message?: string }
}

const cookies = (client: Client) => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
  'tus-resumable': '1.0.0',
})

export interface SendOptions {
  /** the file to add a version to; a new file by default */
  headerId?: string
  sha256?: string
}

/** Creates a file, unless one is given, and a version, and opens the upload. */
export async function createUpload(
  client: Client,
  projectId: string,
  name: string,
  size: number,
  { headerId, sha256 }: SendOptions = {},
): Promise<UploadTarget> {
  const origin = await listenOnPort(client.app)
  const params = { id: projectId }
  const type_of = typeOfFile(name) ?? 'MODEL'
  const id = headerId ?? (await client.call(createHeader, { params, body: { name, type_of } })).id
  const target = await client.call(createVariant, {
    params: { ...params, headerId: id },
    body: { file_name: name, size_bytes: size, sha256 },
  })
  const made = await fetch(`${origin}${target.upload_url}`, {
    method: 'POST',
    headers: { ...cookies(client), 'upload-length': String(size), 'upload-metadata': target.upload_metadata },
  })
  if (made.status !== 201) throw new Error(`tus creation answered ${made.status}`)
  return {
    headerId: id,
    variantId: target.variant.id,
    origin,
    location: made.headers.get('location') ?? '',
  }
}

/** Sends bytes from an offset on; without bytes asks for the offset. */
export function sendBytes(
  client: Client,
  target: UploadTarget,
  bytes: Uint8Array | null,
  offset: number,
): Promise<Response> {
  return fetch(new URL(target.location, target.origin), {
    method: bytes ? 'PATCH' : 'HEAD',
    headers: {
      ...cookies(client),
      ...(bytes
        ? { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
        : {}),
    },
    ...(bytes ? { body: bytes as Uint8Array<ArrayBuffer> } : {}),
  })
}

/** Creates a version and sends all its bytes. */
export async function sendModel(
  client: Client,
  projectId: string,
  name: string,
  bytes: Uint8Array,
  options: SendOptions = {},
): Promise<UploadReply> {
  const target = await createUpload(client, projectId, name, bytes.length, options)
  const sent = await sendBytes(client, target, bytes, 0)
  const text = await sent.text()
  return { ...target, status: sent.status, body: text ? (JSON.parse(text) as UploadReply['body']) : {} }
}

const ENDS = ['COMPLETED', 'FAILED', 'STOPPED']

/** Waits for the end of processing; returns the version. */
export async function waitUntilProcessed(
  client: Client,
  projectId: string,
  { headerId, variantId }: Pick<UploadTarget, 'headerId' | 'variantId'>,
): Promise<Variant> {
  for (;;) {
    const variants = await client.call(listVariants, { params: { id: projectId, headerId } })
    const variant = variants.find((each) => each.id === variantId)
    if (!variant) throw new Error('the version is gone')
    if (ENDS.includes(variant.state)) return variant
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
