import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/bim'
import { findWayOut, type HeaderType, typeOfFile } from '@plumbline/contract/bim/bim.rules'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import { checkStorageLimit } from '../billing/plan-limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findHeader, getVariant } from './reads.ts'

const ACCEPTED_FILES: Record<HeaderType, Reason> = {
  MODEL: reason('not_a_model_file'),
  DRAWING: reason('not_a_drawing_file'),
  POINT_CLOUD: reason('not_a_point_cloud_file'),
  REFERENCE: reason('not_a_reference_file'),
}

/** Reserves a version number; the bytes follow by tus. */
export async function createVariant(ctx: ProjectCtx, { params, body }: Input<typeof api.createVariant>) {
  const header = await findHeader(ctx, params.headerId)
  if (typeOfFile(body.file_name) !== header.type_of)
    throw new Refusal('unsupported_type', findWayOut(body.file_name) ?? ACCEPTED_FILES[header.type_of])
  if (body.size_bytes === 0) throw new Refusal('not_a_model', reason('file_empty'))
  if (body.size_bytes > ctx.config.limits.uploadBytes) throw new Refusal('too_large')
  const { team_id } = await ctx.tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  await checkStorageLimit(ctx, team_id, body.size_bytes)
  const numbered = await ctx.tx
    .updateTable('bim_file_headers')
    .set({ last_version: sql`last_version + 1` })
    .where('id', '=', header.id)
    .where('deleted_at', 'is', null)
    .returning(['last_version as version', 'last_rank as rank'])
    .executeTakeFirst()
  if (!numbered) throw new Refusal('not_found')
  const id = randomUUIDv7()
  const row = { id, header_id: header.id, project_id: ctx.member.project_id }
  await ctx.tx
    .insertInto('bim_file_variants')
    .values({
      ...row,
      ...numbered,
      file_name: body.file_name,
      size_bytes: body.size_bytes,
      declared_sha256: body.sha256 ?? null,
      state: 'UPLOADING',
      created_by: ctx.member.user_id,
    })
    .execute()
  await publishVariantUpdate(ctx.tell, row)
  return {
    variant: await getVariant(ctx.tx, id),
    upload_url: '/api/upload',
    upload_metadata: `upload_id ${Buffer.from(`variant_${id}`).toString('base64')}`,
  }
}
