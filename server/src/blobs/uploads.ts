import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { asIs } from '@plumbline/contract/sentences'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Server } from '../context.ts'
import { isDiskFull, Refusal } from '../http/refusal.ts'
import type { AccessGate } from '../http/serve.ts'
import { readUploadCall, UPLOAD_ROUTE, type UploadCall } from './upload-call.ts'
import { UploadStore } from './upload-store.ts'
import { arriving, takeTurns } from './upload-turns.ts'
import { openTus } from './upload-tus.ts'

/**
 * Resumable uploads (tus 1.0) at /api/upload. An upload's id is `<kind>_<uuid>`: the domain that registered the kind
 * says who may send it, and takes the file when it is whole. Bytes stay until it has, so whatever ended in the middle
 * of that (a killed server, a database that was away) is done again: by the next call, at the start or by the sweep.
 */
export interface Receiver {
  /** null: no bytes can be sent for this id */
  expected: (id: string) => Promise<Expected | null>
  /** refuses when this person may not send bytes for `id` */
  authorise: (sender: Sender, id: string) => Promise<Expected>
  /**
   * Takes a whole file, or what it has stored of it already. Answers the refusal of a file that it does not take, of
   * which nothing stays; after any error it may be called again. Refuses senders like `authorise`.
   */
  finish: (sender: Sender, id: string, file: string | null) => Promise<Refusal | null>
}

export type Sender = Pick<Actor, 'user_id' | 'only_project'>

export interface Expected {
  size: number
  /** for whom the server may go on by itself */
  announcer: Sender | null
  /** the file has been taken */
  taken: boolean
  /** its bytes are stored, but it has not been taken */
  isStored: () => Promise<boolean>
}

export interface Uploads {
  /** takes what is whole, and forgets uploads that nobody continued for a week */
  sweep: () => Promise<void>
}

/** Who may send, in the contract's terms: what it is for, its receiver checks. */
const sending = {
  method: 'POST',
  path: UPLOAD_ROUTE,
  access: 'user',
  by_token: 'narrowed',
  summary: 'Send a file by tus',
  reply: null,
} as const

const RETRY_S = 5
const ROUTES = [UPLOAD_ROUTE, `${UPLOAD_ROUTE}/:uploadId`]
const said = { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' }

const lengthOf = ({ size }: Expected) => ({ 'upload-length': String(size), 'cache-control': 'no-store' })

type Receivers = Record<string, Receiver>

const partsOf = (receivers: Receivers, uploadId: string) => {
  const [kind = '', id = ''] = uploadId.split('_')
  return { receiver: receivers[kind], id }
}

/** What can be done with uploads, each in its turn. */
function uploadActs(
  { log }: Server,
  receivers: Receivers,
  store: UploadStore,
  tus: ReturnType<typeof openTus>,
) {
  /** Whether the file is taken now: it was before, or is whole. */
  async function settle(uploadId: string, sender: Sender, expected: Expected): Promise<boolean> {
    const { receiver, id } = partsOf(receivers, uploadId)
    if (!expected.taken) {
      const offset = await store.offsetOf(uploadId)
      const isWhole = offset === null ? await expected.isStored() : offset >= expected.size
      if (!isWhole) return false
      const refused = await receiver
        ?.finish(sender, id, offset === null ? null : store.fileOf(uploadId))
        .catch((error: unknown) => {
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

  async function act(call: UploadCall, request: FastifyRequest, sender: Sender, body: Readable | null) {
    const { method, upload_id } = call
    const receiver = receivers[call.kind] as Receiver
    // again: what came before in this upload's turn took its time
    const expected = await receiver.authorise(sender, call.id)
    if (method === 'POST' && call.length !== expected.size)
      throw new Refusal('bad_request', {
        message: asIs('Upload-Length differs from the announced size_bytes'),
      })
    const taken = method === 'DELETE' ? expected.taken : await settle(upload_id, sender, expected)
    const whole = { 'upload-offset': String(expected.size) }
    const location = { location: `${UPLOAD_ROUTE}/${upload_id}` }
    if (taken && method === 'HEAD') return { status: 200, headers: { ...whole, ...lengthOf(expected) } }
    if (taken) throw new Refusal('wrong_state', { message: asIs('This file has arrived already') })
    const offset = await store.offsetOf(upload_id)
    // an upload that is announced twice goes on where it was instead of starting anew
    if (method === 'POST' && offset !== null)
      return { status: 201, headers: { ...location, 'upload-offset': String(offset) } }
    const response = await tus(call, request, body)
    const arrived = response.headers.get('upload-offset')
    if (call.sends && Number(arrived) === expected.size) await settle(upload_id, sender, expected)
    return {
      status: response.status,
      headers: {
        ...(method === 'POST' ? location : {}),
        ...(arrived === null ? {} : { 'upload-offset': arrived }),
        ...(method === 'HEAD' ? lengthOf(expected) : {}),
      },
    }
  }

  return { settle, act }
}

export async function serveUploads(
  app: FastifyInstance,
  server: Server,
  gate: AccessGate,
  receivers: Receivers,
): Promise<Uploads> {
  const folder = path.join(server.config.dataDir, 'uploads')
  await fsp.mkdir(folder, { recursive: true })
  const store = new UploadStore(folder, async (uploadId) => {
    const { receiver, id } = partsOf(receivers, uploadId)
    return (await receiver?.expected(id))?.size ?? null
  })
  const maxSize = server.config.limits.uploadBytes
  const { settle, act } = uploadActs(server, receivers, store, openTus(store, maxSize))
  const turns = takeTurns()

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    void reply.headers(said)
    const actor = await gate.authenticate(request, server.db, sending)
    const call = readUploadCall(request)
    const receiver = receivers[call.kind]
    if (!receiver) throw new Refusal('not_found')
    await receiver.authorise(actor, call.id)
    const body = call.sends ? arriving(request) : null
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
          .headers({ ...said, 'tus-max-size': String(maxSize) })
          .header('tus-extension', store.extensions.join(','))
          .send(),
      )
    }
  })

  /** Goes on for whoever announced it; what cannot be done now stays for the next call or sweep. */
  async function sweepOne(uploadId: string) {
    const { receiver, id } = partsOf(receivers, uploadId)
    const expected = await receiver?.expected(id)
    const announcer = expected?.announcer
    if (!expected || !announcer || turns.isBusy(uploadId)) return
    await turns.run(
      uploadId,
      () => {},
      () => settle(uploadId, announcer, expected),
    )
  }
  async function sweep() {
    for (const { id, isForgotten } of await store.list(server.now())) {
      await sweepOne(id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) server.log.error({ err: error, upload: id }, 'upload not swept')
      })
      if (isForgotten && !turns.isBusy(id)) await store.remove(id)
    }
  }
  return { sweep }
}
