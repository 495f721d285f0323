import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { listenOnPort, type TestApp } from './app.ts'
import type { Client, ClientReply } from './client.ts'

/** Valid and invalid calls of /api/upload. */

/** Inserts a version in state UPLOADING; returns its upload id. */
export async function awaitBytes(
  app: TestApp,
  projectId: string,
  size: number,
  more: { created_by?: string; sha256?: string; file_name?: string } = {},
): Promise<{ uploadId: string; variantId: string; headerId: string }> {
  const [headerId, variantId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { created_by = null, sha256 = null, file_name = 'plan.svg' } = more
  await app.server.db
    .insertInto('bim_file_headers')
    .values({ id: headerId, project_id: projectId, name: file_name, trade: 'GENERAL', type_of: 'DRAWING' })
    .execute()
  await app.server.db
    .insertInto('bim_file_variants')
    .values({
      ...{ id: variantId, project_id: projectId, header_id: headerId, version: 1, state: 'UPLOADING' },
      ...{ file_name, size_bytes: size, created_by, declared_sha256: sha256 },
    })
    .execute()
  return { uploadId: `variant_${variantId}`, variantId, headerId }
}

/** A valid SVG drawing. */
export const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0L10 10"/></svg>',
)
export const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const buildUploadMetadata = (uploadId: string) =>
  `upload_id ${Buffer.from(uploadId).toString('base64')}`

const bytesType = { 'content-type': 'application/offset+octet-stream' }

/** Valid tus calls for authorized callers. */
export const uploadCalls = {
  create: (size: number, uploadId: string) => ({
    method: 'POST',
    path: '/api/upload',
    headers: { 'upload-length': String(size), 'upload-metadata': buildUploadMetadata(uploadId) },
  }),
  createWith: (bytes: Buffer, uploadId: string) => ({
    method: 'POST',
    path: '/api/upload',
    headers: {
      'upload-length': String(bytes.length),
      'upload-metadata': buildUploadMetadata(uploadId),
      ...bytesType,
    },
    body: bytes,
  }),
  ask: (uploadId: string) => ({ method: 'HEAD', path: `/api/upload/${uploadId}`, headers: {} }),
  send: (bytes: Buffer, offset: number, uploadId: string) => ({
    method: 'PATCH',
    path: `/api/upload/${uploadId}`,
    headers: { 'upload-offset': String(offset), ...bytesType },
    body: bytes,
  }),
  drop: (uploadId: string) => ({ method: 'DELETE', path: `/api/upload/${uploadId}`, headers: {} }),
}

export interface RawCall {
  method: string
  path: string
  headers: http.OutgoingHttpHeaders
  body?: Buffer
}

/** Sends a request with its raw path, which fetch would normalize. */
export async function sendRaw(client: Client, { method, path: at, headers, body }: RawCall) {
  const { port } = new URL(await listenOnPort(client.app))
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const all = {
    ...(cookie ? { cookie, 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') } : {}),
    ...{ 'tus-resumable': '1.0.0', ...headers },
    ...(body && !('transfer-encoding' in headers) ? { 'content-length': body.length } : {}),
  }
  return new Promise<ClientReply<{ error?: string; message?: string }>>((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path: at, headers: all, agent: false })
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const parsed = text ? (JSON.parse(text) as object) : {}
          resolve({ status: response.statusCode ?? 0, body: parsed, headers: response.headers })
        })
    })
    request.end(body)
  })
}

export const getUploadPath = (app: TestApp, uploadId: string) => path.join(app.dataDir, 'uploads', uploadId)

/** Bytes of an upload received by the server; null if there is no upload. */
export function countReceivedBytes(app: TestApp, uploadId: string): number | null {
  return fs.statSync(getUploadPath(app, uploadId), { throwIfNoEntry: false })?.size ?? null
}

export const getVersionRow = (app: TestApp, { variantId }: { variantId: string }) =>
  app.server.db.selectFrom('bim_file_variants').selectAll().where('id', '=', variantId).executeTakeFirst()
