import { createHash, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { ModelError } from '@plumbline/bim/model'
import { sniffModel } from '@plumbline/bim/sniff'
import type { createVariant } from '@plumbline/contract/bim'
import { levelAtLeast } from '@plumbline/contract/roles'
import { asIs } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Receiver } from '../blobs/uploads.ts'
import type { Input, ProjectCtx, Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Teller } from '../live/tell.ts'
import { findProjectMember } from '../projects/members.ts'
import { findHeader, readVariant } from './reads.ts'
import { tellVariant } from './tell-variant.ts'

const MODEL_FILE = /\.(ifc|ifczip)$/i
/** bytes at both ends of a file that tell whether it is a model at all */
const SNIFF_BYTES = 64 * 1024

/** Announces a version: its number is taken, its bytes follow by tus. */
export async function announceVariant(ctx: ProjectCtx, { params, body }: Input<typeof createVariant>) {
  const header = await findHeader(ctx, params.headerId)
  if (header.type_of === 'MODEL' && !MODEL_FILE.test(body.file_name))
    throw new Refusal('unsupported_type', { message: 'A model is an .ifc or .ifczip file' })
  if (body.size_bytes === 0) throw new Refusal('not_a_model', { message: 'The file is empty' })
  if (body.size_bytes > ctx.config.limits.uploadBytes) throw new Refusal('too_large')
  const { last_version: version } = await ctx.tx
    .updateTable('bim_file_headers')
    .set({ last_version: sql`last_version + 1` })
    .where('id', '=', header.id)
    .returning('last_version')
    .executeTakeFirstOrThrow()
  const id = randomUUIDv7()
  const row = { id, header_id: header.id, project_id: ctx.member.project_id }
  await ctx.tx
    .insertInto('bim_file_variants')
    .values({
      ...row,
      version,
      file_name: body.file_name,
      size_bytes: body.size_bytes,
      declared_sha256: body.sha256 ?? null,
      state: 'UPLOADING',
      created_by: ctx.member.user_id,
    })
    .execute()
  await tellVariant(ctx.tell, row)
  return {
    variant: await readVariant(ctx.tx, id),
    upload_url: '/api/upload',
    upload_metadata: `upload_id ${Buffer.from(`variant_${id}`).toString('base64')}`,
  }
}

async function readEnds(file: string, size: number): Promise<{ head: Uint8Array; tail: Uint8Array }> {
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

async function digestFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of fs.createReadStream(file, { highWaterMark: 1 << 20 }))
    hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Takes the bytes of announced versions: checks, stores and queues them. */
export function variantReceiver(server: Server, teller: Teller): Receiver {
  const { db, blobs, jobs } = server
  const find = (id: string) =>
    db
      .selectFrom('bim_file_variants')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'UPLOADING')
      .executeTakeFirst()

  const authorise: Receiver['authorise'] = async (actor, id, size) => {
    const variant = await find(id)
    const member = variant && (await findProjectMember(db, actor.user_id, variant.project_id))
    if (!variant || !member) throw new Refusal('not_found')
    if (!levelAtLeast(member.permission_level, 'EDITOR')) throw new Refusal('forbidden')
    if (member.archived) throw new Refusal('archived')
    if (size !== null && size !== variant.size_bytes)
      throw new Refusal('bad_request', {
        message: asIs('Upload-Length differs from the announced size_bytes'),
      })
  }

  const check = async (
    variant: NonNullable<Awaited<ReturnType<typeof find>>>,
    file: string,
    size: number,
  ) => {
    const { head, tail } = await readEnds(file, size)
    try {
      sniffModel(head, tail, size, variant.file_name)
    } catch (error) {
      throw error instanceof ModelError ? new Refusal('not_a_model', { message: asIs(error.message) }) : error
    }
    const sha256 = await digestFile(file)
    if (variant.declared_sha256 && variant.declared_sha256 !== sha256)
      throw new Refusal('bad_request', {
        message: asIs('The received bytes differ from the announced sha256'),
      })
    return sha256
  }

  const finish: Receiver['finish'] = async (id, file, size) => {
    const variant = await find(id)
    if (!variant) throw new Refusal('not_found')
    try {
      const sha256 = await check(variant, file, size)
      const blob_key = `variants/${id}/file`
      await blobs.putFile(blob_key, file)
      await inTransaction(db, async (tx) => {
        await tx
          .updateTable('bim_file_variants')
          .set({ state: 'QUEUED', sha256, blob_key, queued_at: server.now().toISOString() })
          .where('id', '=', id)
          .execute()
        await jobs.add(tx, 'convert', {})
        await tellVariant(teller.begin(tx), variant)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // nothing of a refused file stays
      await inTransaction(db, async (tx) => {
        await tx.deleteFrom('bim_file_variants').where('id', '=', id).execute()
        await tellVariant(teller.begin(tx), variant)
      })
      throw error
    } finally {
      teller.nudge()
    }
  }
  return { authorise, finish }
}

const FORGOTTEN_MS = 8 * 24 * 3600 * 1000

/** Forgets versions whose bytes never came; their uploads were forgotten a day before. */
export async function sweepVariants({ db, now }: Server): Promise<void> {
  const before = new Date(now().getTime() - FORGOTTEN_MS).toISOString()
  await db
    .deleteFrom('bim_file_variants')
    .where('state', '=', 'UPLOADING')
    .where('created_at', '<', before)
    .execute()
}
