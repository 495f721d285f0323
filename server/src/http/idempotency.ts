import { createHash } from 'node:crypto'
import type { EndpointSpec } from '@plumbline/contract/http'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CookieOptions } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { type SealOptions, seal, unseal } from '../seal.ts'
import type { SecretKeys } from '../secret.ts'
import { Refusal } from './refusal.ts'
import { formatJsonInSlices } from './slice-validation.ts'

/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a write repeated with the same key and the same request
 * within 7 days gets the answer of the first, which is stored in the transaction of the write. A refused write stores
 * nothing and is executed again. A caller who has lost the right to the call, or from whom its item is hidden meanwhile, is
 * refused an answer with content.
 */

const NIL_UUID = '00000000-0000-0000-0000-000000000000'
/** visible ASCII, as RFC 8941 strings are, with or without quotes */
const KEY = /^"?([!#-~]{1,255})"?$/

/** An answer as sent, stored for repetitions of the same write. */
export interface StoredAnswer {
  status: number
  /** chunks of JSON; null without a body */
  body: Buffer[] | null
  etag: string | null
  cookies: { name: string; value: string | null; options: CookieOptions | null }[]
}

/** The key of one write, bound to its caller and request. */
interface IdempotencyKey {
  key: string
  requestHash: Buffer
}

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

/** Reads the Idempotency-Key of a write; null for reads and without the header. `bindToFile` adds an uploaded file. */
export async function readIdempotencyKey(
  endpoint: EndpointSpec,
  request: FastifyRequest,
): Promise<IdempotencyKey | null> {
  const header = request.headers['idempotency-key']
  if (header === undefined || endpoint.method === 'GET') return null
  const key = KEY.exec(String(header))?.[1]
  if (key === undefined)
    throw new Refusal('bad_request', { text: 'Idempotency-Key: 1 to 255 visible ASCII characters' })
  const hash = createHash('sha256').update(`${request.method}\n${request.url}\n`)
  if (!endpoint.upload) for (const chunk of await formatJsonInSlices(request.body ?? null)) hash.update(chunk)
  return { key, requestHash: hash.digest() }
}

/** Binds the key to the bytes of the file that the request sends, which is read after the access check. */
const bindToFile = ({ key, requestHash }: IdempotencyKey, fileHash: string): IdempotencyKey => ({
  key,
  requestHash: sha256(requestHash.toString('hex'), fileHash),
})

interface KeyRow {
  caller: string
  key_hash: Buffer
}

/** Unauthenticated callers share one key space, so their key is bound to the request as well. */
const buildKeyRow = (userId: string | null, { key, requestHash }: IdempotencyKey): KeyRow =>
  userId === null
    ? { caller: NIL_UUID, key_hash: sha256(key, requestHash.toString('hex')) }
    : { caller: userId, key_hash: sha256(key) }

const sealOptions = ({ caller }: KeyRow, { key }: IdempotencyKey): SealOptions => ({
  purpose: `idempotency ${key}`,
  owner: caller,
})

/** The stored answer to an earlier write with this key; refuses a key that was used for another request. */
async function findStoredAnswer(
  server: SecretKeys,
  tx: Tx,
  userId: string | null,
  write: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const row = buildKeyRow(userId, write)
  const found = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .executeTakeFirst()
  if (!found) return null
  if (!found.request_hash.equals(write.requestHash)) throw new Refusal('idempotency_key_reused')
  // encrypted with another SECRET_KEY
  const plain = found.answer && unseal(server, sealOptions(row, write), found.answer)
  if (!plain) throw new Refusal('conflict')
  return unpack(plain)
}

/** A line of JSON followed by the body as it was sent. */
function pack({ body, ...head }: StoredAnswer): Buffer {
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...head, has_body: body !== null })}\n`),
    ...(body ?? []),
  ])
}

function unpack(bytes: Buffer): StoredAnswer {
  const end = bytes.indexOf('\n')
  const { has_body, ...head } = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<StoredAnswer, 'body'> & {
    has_body: boolean
  }
  return { ...head, body: has_body ? [bytes.subarray(end + 1)] : null }
}

/**
 * Claims the key for the write of this transaction. A concurrent request with the same key waits here for the commit of
 * the first; returns false if the key has been used.
 */
async function claimIdempotencyKey(tx: Tx, userId: string | null, write: IdempotencyKey): Promise<boolean> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ ...buildKeyRow(userId, write), request_hash: write.requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** Stores the answer of the write of this transaction. */
async function storeAnswer(
  server: SecretKeys,
  tx: Tx,
  userId: string | null,
  write: IdempotencyKey,
  answer: StoredAnswer,
): Promise<void> {
  const row = buildKeyRow(userId, write)
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: seal(server, sealOptions(row, write), pack(answer)) })
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .execute()
}

/** Refuses to repeat an answer with content to a caller who may not read it any more. */
async function checkRepeated({ body }: StoredAnswer, enter: () => Promise<unknown>) {
  if (body === null) return
  await enter().catch((error: unknown) => {
    // other refusals, such as of writes during maintenance, protect no data
    const hides = !(error instanceof Refusal) || error.code === 'not_found' || error.code === 'forbidden'
    if (hides) throw error
  })
}

/** The stored answers under the key of one write; without a key there are none. `enter` checks the caller's access. */
export function createRepeats(server: SecretKeys, sentKey: IdempotencyKey | null) {
  let key = sentKey
  async function find(tx: Tx, userId: string | null, enter: () => Promise<unknown>) {
    const earlier = key && (await findStoredAnswer(server, tx, userId, key))
    if (earlier) await checkRepeated(earlier, enter)
    return earlier
  }
  return {
    find,
    bindToFile: (sha256: string) => {
      key = key && bindToFile(key, sha256)
    },
    /** Claims the key, or returns the answer of the write that has claimed it before. */
    claim: async (tx: Tx, userId: string | null, enter: () => Promise<unknown>) => {
      if (!key || (await claimIdempotencyKey(tx, userId, key))) return null
      const earlier = await find(tx, userId, enter)
      if (!earlier) throw new Refusal('conflict')
      return earlier
    },
    store: async (tx: Tx, userId: string | null, answer: StoredAnswer | object) => {
      if (key && 'cookies' in answer) await storeAnswer(server, tx, userId, key, answer)
    },
  }
}

/** Deletes keys after 7 days. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
}
