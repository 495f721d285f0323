import { createHash } from 'node:crypto'
import fsp from 'node:fs/promises'
import { ModelError } from '@plumbline/bim/model'
import { findEnding, typeOfFile } from '@plumbline/contract/bim/bim.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { ExpectedUpload, UploadReceiver, UploadSender } from '../blobs/uploads.ts'
import type { Server } from '../context.ts'
import { type Db, inTransaction, toJsonb } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { checkPaid } from '../http/check-paid.ts'
import { Refusal } from '../http/refusal.ts'
import { runEach } from '../jobs/run-each.ts'
import type { Teller } from '../live/tell.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { getTraceparent } from '../tracing/tracing.ts'
import { isAccountLocked } from '../users/is-account-locked.ts'
import { sniffFile } from './check/sniff-file.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'

/** bytes read at both ends of a file to check its format */
const SNIFF_BYTES = 64 * 1024

async function readFileEnds(file: string, size: number): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  const handle = await fsp.open(file)
  try {
    const length = Math.min(SNIFF_BYTES, size)
    const head = new Uint8Array(length)
    const tail = new Uint8Array(length)
    await handle.read(head, 0, length, 0)
    await handle.read(tail, 0, length, size - length)
    return { head, tail }
  } finally {
    await handle.close()
  }
}

/** Hashes a file through one reused buffer, so that a large file leaves no garbage. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  const piece = new Uint8Array(1 << 20)
  const handle = await fsp.open(file)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

const checksumNote = {
  code: 'WRONG_SUM',
  message: 'The bytes that arrived are not those that were sent.',
  hint: 'Upload the file again as a new version; if it happens again, check the connection and the disk.',
}

class ChecksumError extends Refusal {
  constructor() {
    super('bad_request', { text: 'The received bytes differ from the announced sha256' })
  }
}

type VariantRow = Selectable<Tables['bim_file_variants']>

/** Checks size, format and announced checksum of an uploaded file; returns its SHA-256. */
async function checkUploadedFile(variant: VariantRow, file: string): Promise<string> {
  const { size } = await fsp.stat(file)
  if (size !== variant.size_bytes) throw new ChecksumError()
  const { head, tail } = await readFileEnds(file, size)
  const ending = findEnding(variant.file_name)
  try {
    if (ending) sniffFile(ending, head, tail, size, variant.file_name)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const code = typeOfFile(variant.file_name) === 'MODEL' ? 'not_a_model' : 'unsupported_type'
    throw new Refusal(code, { text: `${error.message} ${error.hint}` })
  }
  const sha256 = await hashFile(file)
  if (variant.declared_sha256 && variant.declared_sha256 !== sha256) throw new ChecksumError()
  return sha256
}

const buildBlobKey = (id: string) => `variants/${id}/file`

const findUploadingVariant = (db: Db, id: string) =>
  db
    .selectFrom('bim_file_variants')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from bim_file_headers h where h.id = header_id and h.deleted_at is null)`,
    )
    .executeTakeFirst()

/** Queues a version whose bytes are stored; idempotent, and refused if it was deleted in the meantime. */
const queueVariant = ({ db, jobs, now }: Server, teller: Teller, variant: VariantRow, sha256: string) =>
  inTransaction(db, async (tx): Promise<Refusal | null> => {
    const file = await tx
      .selectFrom('bim_file_headers')
      .select('id')
      .where('id', '=', variant.header_id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    const row = await tx
      .selectFrom('bim_file_variants')
      .select(['state', 'blob_key'])
      .where('id', '=', variant.id)
      .forUpdate()
      .executeTakeFirst()
    if (row?.blob_key) return null
    if (!file || row?.state !== 'UPLOADING') return new Refusal('not_found')
    await tx
      .updateTable('bim_file_variants')
      .set({
        state: 'QUEUED',
        sha256,
        blob_key: buildBlobKey(variant.id),
        queued_at: now().toISOString(),
        traceparent: getTraceparent(),
      })
      .where('id', '=', variant.id)
      .execute()
    await jobs.add(tx, 'convert', {})
    await publishVariantUpdate(teller.begin(tx), variant)
    return null
  })

/** Deletes a refused version and its bytes; after a checksum error the version stays as FAILED. */
async function rejectUpload(
  { db, blobs, now }: Server,
  teller: Teller,
  variant: VariantRow,
  refusal: Refusal,
) {
  await inTransaction(db, async (tx) => {
    if (refusal instanceof ChecksumError)
      await tx
        .updateTable('bim_file_variants')
        .set({ state: 'FAILED', error: toJsonb(checksumNote), processed_at: now().toISOString() })
        .where('id', '=', variant.id)
        .where('state', '=', 'UPLOADING')
        .execute()
    else
      await tx
        .deleteFrom('bim_file_variants')
        .where('id', '=', variant.id)
        .where('state', '=', 'UPLOADING')
        .execute()
    await publishVariantUpdate(teller.begin(tx), variant)
  })
  const remaining = await db
    .selectFrom('bim_file_variants')
    .select('blob_key')
    .where('id', '=', variant.id)
    .executeTakeFirst()
  if (!remaining?.blob_key) await blobs.remove(`variants/${variant.id}`)
  return refusal
}

/** Receives uploads of versions: checks, stores and queues them. */
export function createVariantReceiver(server: Server, teller: Teller): UploadReceiver {
  const { db, blobs } = server
  const expectedOf = ({ id, size_bytes, blob_key, created_by }: VariantRow): ExpectedUpload => ({
    size: size_bytes,
    announcer: created_by === null ? null : { user_id: created_by, only_project: null },
    isTaken: blob_key !== null,
    hasStoredBytes: async () => (await blobs.size(buildBlobKey(id))) === size_bytes,
  })

  const expected: UploadReceiver['findExpected'] = async (id) => {
    const variant = await findUploadingVariant(db, id)
    if (!variant || (variant.state !== 'UPLOADING' && !variant.blob_key)) return null
    const { created_by } = variant
    const isLocked = created_by !== null && (await isAccountLocked(db, created_by))
    return { ...expectedOf(variant), ...(isLocked ? { announcer: null } : {}) }
  }

  const findFor = async (sender: UploadSender, id: string): Promise<VariantRow> => {
    const variant = await findUploadingVariant(db, id)
    const member = variant && (await findProjectMember(db, sender.user_id, variant.project_id))
    const isReached = sender.only_project === null || sender.only_project === variant?.project_id
    if (!variant || !member || !isReached) throw new Refusal('not_found')
    if (!isLevelAtLeast(member.permission_level, 'EDITOR')) throw new Refusal('forbidden')
    if (member.archived) throw new Refusal('archived')
    checkPaid(server, member.blocks_at)
    // the bytes were refused earlier
    if (variant.state !== 'UPLOADING' && variant.blob_key === null) throw new Refusal('not_found')
    return variant
  }

  /** Every step is idempotent: if the server is killed, the next call repeats them from the first. */
  const finish: UploadReceiver['takeFile'] = async (sender, id, file) => {
    const variant = await findFor(sender, id)
    if (variant.blob_key) return null
    const stored = file === null ? await blobs.openLocalFile(buildBlobKey(id)) : null
    try {
      const sha256 = await checkUploadedFile(variant, stored?.file ?? file ?? '')
      if (file !== null) await blobs.copyFile(buildBlobKey(id), file)
      const refusal = await queueVariant(server, teller, variant, sha256)
      return refusal && (await rejectUpload(server, teller, variant, refusal))
    } catch (error) {
      if (error instanceof Refusal && error.status < 500)
        return await rejectUpload(server, teller, variant, error)
      throw error
    } finally {
      await stored?.release()
      teller.nudge()
    }
  }
  const authorise: UploadReceiver['authorise'] = async (sender, id) => expectedOf(await findFor(sender, id))
  return { findExpected: expected, authorise, takeFile: finish }
}

const UPLOAD_TIMEOUT_MS = 8 * 24 * 3600 * 1000

/** Deletes versions whose upload never finished, and leftovers of killed servers. */
export async function sweepVariants({ db, blobs, now, log }: Server): Promise<void> {
  const before = new Date(now().getTime() - UPLOAD_TIMEOUT_MS).toISOString()
  const expired = await db
    .deleteFrom('bim_file_variants')
    .where('state', '=', 'UPLOADING')
    .where('created_at', '<', before)
    .returning('id')
    .execute()
  await runEach(log, 'sweep of an unfinished upload', expired, ({ id }) => blobs.remove(`variants/${id}`))
}
