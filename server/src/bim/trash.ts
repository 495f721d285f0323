import type * as api from '@plumbline/contract/bim/bim'
import type { Variant } from '@plumbline/contract/bim/bim'
import { mayChangeVersion } from '@plumbline/contract/bim/bim.rules'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { oneHeader, tellHeader } from './headers.ts'
import { purgedAt, purgeFiles, trashLimit } from './purge.ts'
import { findHeader, findVariant, readVariant } from './reads.ts'
import { tellVariant } from './tell-variant.ts'

/** Deleted files and versions are gone at once for everybody, and can be brought back by editors for a while. */

const mark = (ctx: ProjectCtx) => ({
  deleted_at: ctx.now().toISOString(),
  deleted_by_name: `${ctx.actor.first_name} ${ctx.actor.last_name}`.trim(),
})
const unmark = { deleted_at: null, deleted_by_name: null }

function refusePublished(ctx: ProjectCtx, versions: { cde_state: Variant['cde_state'] }[]) {
  if (versions.every(({ cde_state }) => mayChangeVersion(ctx.member.permission_level, cde_state))) return
  throw new Refusal('forbidden', { message: 'Only administrators of the project delete what is published' })
}

/** Nothing is processed in the trash. */
async function stopProcessing(ctx: ProjectCtx, column: 'id' | 'header_id', id: string) {
  const stopped = await ctx.tx
    .updateTable('bim_file_variants')
    .set({ state: 'STOPPED', stage: null })
    .where(column, '=', id)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .returning('id')
    .execute()
  ctx.onCommit(() => {
    for (const variant of stopped) void ctx.bus.publish('stop-variant', variant.id)
  })
}

export async function removeHeader(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteHeader>,
): Promise<void> {
  const header = await findHeader(ctx, params.headerId)
  // held: no version is announced while it is decided whether there is one
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(mark(ctx))
    .where('id', '=', header.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await tellHeader(ctx, header.id)
  const stored = await ctx.tx
    .selectFrom('bim_file_variants')
    .select(['cde_state', 'deleted_at'])
    .where('header_id', '=', header.id)
    .where('state', '<>', 'UPLOADING')
    .execute()
  refusePublished(
    ctx,
    stored.filter(({ deleted_at }) => deleted_at === null),
  )
  if (stored.length > 0) await stopProcessing(ctx, 'header_id', header.id)
  else await ctx.tx.deleteFrom('bim_file_headers').where('id', '=', header.id).execute()
}

export async function recoverHeader(ctx: ProjectCtx, { params }: Input<typeof api.restoreHeader>) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(unmark)
    .where('id', '=', params.headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', '>', trashLimit(ctx.now()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    await findHeader(ctx, params.headerId)
    throw new Refusal('wrong_state', { message: 'This file is not in the trash' })
  }
  await tellHeader(ctx, params.headerId)
  return oneHeader(ctx, params.headerId)
}

/** Whether a version is ready while no other of its file is. */
async function isOnlyReady(ctx: ProjectCtx, { id, header_id }: { id: string; header_id: string }) {
  const ready = await ctx.tx
    .selectFrom('bim_file_variants')
    .select('id')
    .where('header_id', '=', header_id)
    .where('state', '=', 'COMPLETED')
    .where('deleted_at', 'is', null)
    .execute()
  return ready.length === 1 && ready[0]?.id === id
}

/** The file's row, held: of two deletions at once the second sees what the first has left. */
const holdHeader = (ctx: ProjectCtx, id: string) =>
  ctx.tx.selectFrom('bim_file_headers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export async function removeVariant(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.deleteVariant>,
): Promise<void> {
  await holdHeader(ctx, params.headerId)
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  refusePublished(ctx, [variant])
  if (query.last !== 'true' && (await isOnlyReady(ctx, variant)))
    throw new Refusal('wrong_state', {
      message: 'This is the only version that is ready: delete the file, or this version with last=true',
    })
  await tellVariant(ctx.tell, variant)
  // nothing of it is stored yet; its upload finds nothing to go on with
  if (variant.state === 'UPLOADING') {
    const { numDeletedRows } = await ctx.tx
      .deleteFrom('bim_file_variants')
      .where('id', '=', variant.id)
      .where('state', '=', 'UPLOADING')
      .executeTakeFirst()
    if (numDeletedRows > 0n) return
  }
  await ctx.tx.updateTable('bim_file_variants').set(mark(ctx)).where('id', '=', variant.id).execute()
  await stopProcessing(ctx, 'id', variant.id)
}

export async function recoverVariant(ctx: ProjectCtx, { params }: Input<typeof api.restoreVariant>) {
  await findHeader(ctx, params.headerId)
  const variant = await ctx.tx
    .updateTable('bim_file_variants')
    .set(unmark)
    .where('id', '=', params.variantId)
    .where('header_id', '=', params.headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', '>', trashLimit(ctx.now()))
    .returning(['id', 'header_id', 'project_id'])
    .executeTakeFirst()
  if (!variant) {
    await findVariant(ctx, params.variantId, params.headerId)
    throw new Refusal('wrong_state', { message: 'This version is not in the trash' })
  }
  await tellVariant(ctx.tell, variant)
  return readVariant(ctx.tx, variant.id)
}

/** As if its time were over: beyond recall at once, and its bytes go right after. */
export async function purgeDeleted(
  ctx: ProjectCtx,
  { body }: Input<typeof api.purgeDeletedFile>,
): Promise<void> {
  const { header_id, variant_id } = body
  const limit = trashLimit(ctx.now())
  const what = variant_id
    ? sql`bim_file_variants set deleted_at = ${limit} where id = ${variant_id} and header_id = ${header_id}`
    : sql`bim_file_headers set deleted_at = ${limit} where id = ${header_id}`
  const { numAffectedRows } = await sql`
    update ${what} and project_id = ${ctx.member.project_id} and deleted_at > ${limit}`.execute(ctx.tx)
  if (numAffectedRows === 0n) throw new Refusal('wrong_state', { message: 'This file is not in the trash' })
  // others have not seen it since it was deleted
  await ctx.tell('header.updated', {
    project_id: ctx.member.project_id,
    data: { header_id },
    audience: { level: 'EDITOR' },
  })
  ctx.onCommit(() => void purgeFiles(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'purge')))
}

export async function deletedFiles(ctx: ProjectCtx, _input: Input<typeof api.listDeletedFiles>) {
  const { project_id } = ctx.member
  const since = trashLimit(ctx.now())
  const { rows } = await sql<{
    header_id: string
    variant_id: string | null
    name: string
    type_of: 'MODEL'
    version: number | null
    deleted_at: string
    deleted_by_name: string | null
  }>`
    select id as header_id, null::uuid as variant_id, name, type_of, null::int as version, deleted_at, deleted_by_name
    from bim_file_headers where project_id = ${project_id} and deleted_at > ${since}
    union all
    select h.id, v.id, h.name, h.type_of, v.version, v.deleted_at, v.deleted_by_name
    from bim_file_variants v join bim_file_headers h on h.id = v.header_id and h.deleted_at is null
    where v.project_id = ${project_id} and v.deleted_at > ${since}
    order by deleted_at desc limit 1000`.execute(ctx.tx)
  return rows.map((row) => ({
    ...row,
    purged_at: purgedAt(row.deleted_at),
  }))
}
