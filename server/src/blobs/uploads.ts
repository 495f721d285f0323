import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { type ErrorCode, errors } from '@plumbline/contract/errors'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'
import type { FastifyInstance } from 'fastify'
import type { Actor, Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Gate } from '../http/serve.ts'

/**
 * Resumable uploads (tus 1.0) at /api/upload. An upload's id is `<kind>_<uuid>`: the domain that registered the kind
 * says who may send it, and takes the file when it is whole.
 */
export interface Receiver {
  /** refuses when this user may not send bytes for `id` */
  authorise: (actor: Actor, id: string, size: number | null) => Promise<void>
  /** takes a complete file; what it refuses is answered to the client and the file is removed */
  finish: (id: string, file: string, size: number) => Promise<void>
}

export interface Uploads {
  /** forgets uploads that nobody continued for a week */
  sweep: () => Promise<void>
}

const ROUTE = '/api/upload'
/** Who may send, in the contract's terms: what it is for, its receiver checks. */
const sending = {
  method: 'POST',
  path: ROUTE,
  access: 'user',
  by_token: 'narrowed',
  summary: 'Send a file by tus',
  reply: null,
} as const
const WEEK_MS = 7 * 24 * 3600 * 1000
const ID = /^([a-z]+)_([0-9a-f-]{36})$/

function split(uploadId: string | undefined, receivers: Record<string, Receiver>) {
  const match = ID.exec(uploadId ?? '')
  const receiver = receivers[match?.[1] ?? '']
  if (!match || !receiver) throw new Refusal('not_found')
  return { receiver, id: match[2] as string }
}

/** `key base64,key base64` of the tus Upload-Metadata header. */
function metadataValue(header: unknown, key: string): string | undefined {
  const pair = String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(' '))
    .find(([name]) => name === key)
  return pair?.[1] === undefined ? undefined : Buffer.from(pair[1], 'base64').toString('utf8')
}

/** A refusal in the form in which tus answers errors, with the contract's body. */
function tusError(error: unknown, requestId: string) {
  const refusal = error instanceof Refusal ? error : new Refusal('internal' satisfies ErrorCode)
  return { status_code: errors[refusal.code].status, body: JSON.stringify(refusal.body(requestId)) }
}

export async function serveUploads(
  app: FastifyInstance,
  server: Server,
  gate: Gate,
  receivers: Record<string, Receiver>,
): Promise<Uploads> {
  const folder = path.join(server.config.dataDir, 'uploads')
  await fsp.mkdir(folder, { recursive: true })
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: WEEK_MS })
  const tus = new TusServer({
    path: ROUTE,
    datastore: store,
    relativeLocation: true,
    maxSize: server.config.limits.uploadBytes,
    namingFunction: (_, metadata) => metadata?.upload_id ?? '',
    onUploadFinish: async (_, upload) => {
      const { receiver, id } = split(upload.id, receivers)
      const file = path.join(folder, upload.id)
      try {
        await receiver.finish(id, file, upload.size ?? 0)
        await fsp.rm(`${file}.json`, { force: true })
        return {}
      } catch (error) {
        await Promise.all([file, `${file}.json`].map((leftover) => fsp.rm(leftover, { force: true })))
        if (!(error instanceof Refusal)) server.log.error({ err: error, upload: upload.id }, 'upload failed')
        throw tusError(error, upload.id)
      }
    },
  })
  serveTus(app, server, tus, gate, receivers, folder)
  return { sweep: async () => void (await tus.cleanUpExpiredUploads()) }
}

function serveTus(
  app: FastifyInstance,
  server: Server,
  tus: TusServer,
  gate: Gate,
  receivers: Record<string, Receiver>,
  folder: string,
) {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
    for (const url of [ROUTE, `${ROUTE}/:uploadId`])
      scope.route({
        method: ['POST', 'PATCH', 'HEAD', 'DELETE'],
        url,
        handler: async (request, reply) => {
          const actor = await gate.actor(request, server.db, sending)
          const inPath = (request.params as { uploadId?: string }).uploadId
          const uploadId = inPath ?? metadataValue(request.headers['upload-metadata'], 'upload_id')
          const { receiver, id } = split(uploadId, receivers)
          const length = Number(request.headers['upload-length'] ?? Number.NaN)
          await receiver.authorise(actor, id, Number.isNaN(length) ? null : length)
          // an upload that is announced twice goes on where it was instead of starting anew
          if (request.method === 'POST' && fs.existsSync(path.join(folder, `${uploadId}.json`)))
            return reply
              .status(201)
              .header('tus-resumable', '1.0.0')
              .header('location', `${ROUTE}/${uploadId}`)
              .send()
          reply.hijack()
          await tus.handle(request.raw, reply.raw)
        },
      })
  })
}
