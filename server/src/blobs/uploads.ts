import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Server } from '../context.ts'
import { SessionLocks } from '../db/session-locks.ts'
import { isTransientError } from '../db/transient-errors.ts'
import type { AccessGate } from '../http/check-access.ts'
import { checkMaintenance } from '../http/check-maintenance.ts'
import { isDiskFull, Refusal } from '../http/refusal.ts'
import { getIncomingFolder } from '../http/upload.ts'
import { DiskUploads } from './disk-uploads.ts'
import { SharedUploads } from './shared-uploads.ts'
import { createTusHandler } from './tus-handler.ts'
import { parseUploadCall, UPLOAD_ROUTE, type UploadCall } from './upload-call.ts'
import { createUploadLock, noUploadLock } from './upload-lock.ts'
import { createUploadQueue, receiveBody } from './upload-queue.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Resumable uploads (tus 1.0) at /api/upload. An upload id is `<kind>_<uuid>`: the domain registered for the kind
 * authorizes senders and takes the complete file. The bytes are kept until then, so an interrupted take (killed server,
 * unreachable database) is retried by the next request, at start or by the sweep.
 */
export interface UploadReceiver {
  /** null: this id accepts no upload */
  findExpected: (id: string) => Promise<ExpectedUpload | null>
  /** refuses if this user may not upload `id` */
  authorise: (sender: UploadSender, id: string) => Promise<ExpectedUpload>
  /**
   * Takes a complete file, or bytes it has stored before (`file` null). Returns the refusal of a file that it rejects and
   * discards; after a thrown error it may be called again. Refuses senders like `authorise`.
   */
  takeFile: (sender: UploadSender, id: string, file: string | null) => Promise<Refusal | null>
}

export type UploadSender = Pick<Actor, 'user_id' | 'only_project'>

export interface ExpectedUpload {
  size: number
  /** user on whose behalf the server may complete the upload */
  announcer: UploadSender | null
  /** true once the domain has taken the file */
  isTaken: boolean
  /** true if the bytes are stored but the file was not taken yet */
  hasStoredBytes: () => Promise<boolean>
}

export interface Uploads {
  /** completes finished uploads, and deletes those not continued for a week */
  sweep: () => Promise<void>
  close: () => Promise<void>
}

/** The upload route as an endpoint, for authentication; the receiver authorizes the upload itself. */
const uploadEndpoint = {
  method: 'POST',
  path: UPLOAD_ROUTE,
  access: 'user',
  by_token: 'narrowed',
  summary: 'Send a file by tus',
  reply: null,
} as const

const RETRY_S = 5
const ROUTES = [UPLOAD_ROUTE, `${UPLOAD_ROUTE}/:uploadId`]
const tusHeaders = { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' }

const buildLengthHeaders = ({ size }: ExpectedUpload) => ({
  'upload-length': String(size),
  'cache-control': 'no-store',
})

export type UploadReceivers = Record<string, UploadReceiver>

const findReceiver = (receivers: UploadReceivers, uploadId: string) => {
  const [kind = '', id = ''] = uploadId.split('_')
  return { receiver: receivers[kind], id }
}

type FindSize = (uploadId: string) => Promise<number | null>

/** Keeps received bytes in the object storage for all servers, or without one in a folder of this server. */
async function openUploadStore({ config, ...services }: Server, findSize: FindSize): Promise<UploadStore> {
  const folder = path.join(config.dataDir, 'uploads')
  if (config.blobUrl) {
    // of a server that stored them locally
    await fsp.rm(folder, { recursive: true, force: true })
    return new SharedUploads(services, getIncomingFolder(config.dataDir), findSize)
  }
  await fsp.mkdir(folder, { recursive: true })
  return new DiskUploads(folder, findSize)
}

/** The actions on an upload, run one at a time per upload. */
function createUploadActions(
  { log }: Server,
  receivers: UploadReceivers,
  store: UploadStore,
  tus: ReturnType<typeof createTusHandler>,
) {
  /** Hands newly received or previously stored bytes to the domain. */
  async function takeFile(uploadId: string, sender: UploadSender, isReceived: boolean) {
    const { receiver, id } = findReceiver(receivers, uploadId)
    const received = isReceived ? await store.openFile(uploadId) : null
    try {
      return await receiver?.takeFile(sender, id, received?.file ?? null)
    } finally {
      await received?.release()
    }
  }

  /** Takes the file if it is complete; returns true if it is taken now or was before. */
  async function settle(uploadId: string, sender: UploadSender, expected: ExpectedUpload): Promise<boolean> {
    if (!expected.isTaken) {
      const offset = await store.getOffset(uploadId)
      const isWhole = offset === null ? await expected.hasStoredBytes() : offset >= expected.size
      if (!isWhole) return false
      const refused = await takeFile(uploadId, sender, offset !== null).catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        log.error({ err: error, upload: uploadId }, 'upload not taken yet')
        throw isDiskFull(error) ? error : new Refusal('unavailable', { retryAfter: RETRY_S })
      })
      if (refused) {
        await store.remove(uploadId)
        throw refused
      }
    }
    await store.remove(uploadId)
    return true
  }

  async function act(call: UploadCall, request: FastifyRequest, sender: UploadSender, body: Readable | null) {
    const { method, upload_id } = call
    const receiver = receivers[call.kind] as UploadReceiver
    // authorized again, since earlier requests in the queue took time
    const expected = await receiver.authorise(sender, call.id)
    if (method === 'POST' && call.length !== expected.size)
      throw new Refusal('bad_request', { text: 'Upload-Length differs from the announced size_bytes' })
    const taken = method === 'DELETE' ? expected.isTaken : await settle(upload_id, sender, expected)
    const whole = { 'upload-offset': String(expected.size) }
    const location = { location: `${UPLOAD_ROUTE}/${upload_id}` }
    if (taken && method === 'HEAD')
      return { status: 200, headers: { ...whole, ...buildLengthHeaders(expected) } }
    if (taken) throw new Refusal('wrong_state', { text: 'This file has already arrived' })
    const offset = await store.getOffset(upload_id)
    // a repeated POST continues the upload instead of restarting it
    if (method === 'POST' && offset !== null)
      return { status: 201, headers: { ...location, 'upload-offset': String(offset) } }
    const response = await tus(call, request, body)
    const arrived = response.headers.get('upload-offset')
    if (call.hasBody && Number(arrived) === expected.size) await settle(upload_id, sender, expected)
    return {
      status: response.status,
      headers: {
        ...(method === 'POST' ? location : {}),
        ...(arrived === null ? {} : { 'upload-offset': arrived }),
        ...(method === 'HEAD' ? buildLengthHeaders(expected) : {}),
      },
    }
  }

  return { settle, act }
}

export async function serveUploads(
  app: FastifyInstance,
  server: Server,
  gate: AccessGate,
  receivers: UploadReceivers,
): Promise<Uploads> {
  const store = await openUploadStore(server, async (uploadId) => {
    const { receiver, id } = findReceiver(receivers, uploadId)
    return (await receiver?.findExpected(id))?.size ?? null
  })
  const maxSize = server.config.limits.uploadBytes
  const { settle, act } = createUploadActions(server, receivers, store, createTusHandler(store, maxSize))
  const locks = new SessionLocks(server.directUrl, (error) => server.log.warn({ err: error }, 'upload locks'))
  const turns = createUploadQueue(server.config.blobUrl ? createUploadLock(locks, server.bus) : noUploadLock)

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    void reply.headers(tusHeaders)
    const actor = await gate.authenticate(request, server.db, uploadEndpoint)
    const call = parseUploadCall(request)
    const receiver = receivers[call.kind]
    if (!receiver) throw new Refusal('not_found')
    await receiver.authorise(actor, call.id)
    if (call.method !== 'HEAD') await checkMaintenance({ ...server, tx: server.db }, gate, actor)
    const body = call.hasBody ? receiveBody(request) : null
    const stop = () => body?.stop()
    try {
      const { status, headers } = await turns.run(call.upload_id, stop, () =>
        act(call, request, actor, body?.open() ?? null),
      )
      return reply.status(status).headers(headers).send()
    } finally {
      stop()
    }
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of ROUTES) {
      scope.route({ method: ['POST', 'PATCH', 'HEAD', 'DELETE'], url, handler: handle })
      scope.options(url, (_request, reply) =>
        reply
          .status(204)
          .headers({ ...tusHeaders, 'tus-max-size': String(maxSize) })
          .header('tus-extension', store.extensions.join(','))
          .send(),
      )
    }
  })

  /**
   * Completes an upload on behalf of its announcer, and deletes the bytes of one that no domain expects; the next request or
   * sweep retries failures.
   */
  async function sweepOne(uploadId: string) {
    const { receiver, id } = findReceiver(receivers, uploadId)
    const expected = await receiver?.findExpected(id)
    if (receiver && !expected) return await store.remove(uploadId)
    const announcer = expected?.announcer
    if (!receiver || !expected || !announcer) return
    // first: reading an upload of gigabytes in vain, again every minute, would be paid for
    await receiver.authorise(announcer, id)
    await settle(uploadId, announcer, expected)
  }
  /** Also deletes the bytes of a forgotten one, unless the database or the storage was away: a later sweep may take them. */
  async function sweepForgotten(uploadId: string) {
    const failure = await sweepOne(uploadId).then(
      () => null,
      (error: unknown) => error,
    )
    const mayPass =
      isDiskFull(failure) ||
      isTransientError(failure) ||
      (failure instanceof Refusal && failure.code === 'unavailable')
    if (!mayPass) await store.remove(uploadId)
    if (failure !== null) throw failure
  }
  async function sweep() {
    for (const { id, isForgotten } of await store.list(server.now()))
      await turns
        .runIfFree(id, () => (isForgotten ? sweepForgotten(id) : sweepOne(id)))
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) server.log.error({ err: error, upload: id }, 'upload not swept')
        })
  }
  return { sweep, close: () => locks.close() }
}
