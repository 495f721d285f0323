import type * as api from '@plumbline/contract/bim/artefacts'
import { sql } from 'kysely'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { sendStoredFile } from './get-artefact.ts'
import { findHeader } from './reads.ts'

/** Most folders that are searched for a chunk: each takes a request to the store. */
const MAX_FOLDERS = 100

/**
 * Sends a chunk from any version of the file that has it, newest first: its name is a hash of its content and its address
 * names no version, so that browsers fetch it once. Folders replaced by a later conversion are searched last, the version
 * named by the caller first.
 */
export async function getChunk(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.getChunk>,
): Promise<BytesReply> {
  const header = await findHeader(ctx, params.headerId)
  const { rows } = await sql<{ folder: string }>`
    select 'artefacts/' || f.team_id || '/' || f.key as folder from (
      select artefacts_team_id as team_id, artefacts_key as key,
        case when v.id = ${query.variant_id ?? null} then 0 else 1 end as age, version
      from bim_file_variants v where header_id = ${header.id} and deleted_at is null and artefacts_key is not null
      union all
      select r.team_id, r.artefacts_key, 2, v.version
      from replaced_artefacts r join bim_file_variants v on v.id = r.variant_id
      where v.header_id = ${header.id} and v.deleted_at is null
    ) f order by f.age, f.version desc limit ${MAX_FOLDERS}`.execute(ctx.tx)
  for (const { folder } of rows) {
    const reply = await sendStoredFile(ctx, `${folder}/${params.chunk}`)
    if (reply) return reply
  }
  throw new Refusal('not_found')
}
