import * as api from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { findHeader, isCurrent } from '../reads.ts'
import {
  type ComparedVersion,
  describeChanges,
  findVersion,
  PropertyReader,
  pickChanges,
  readComparison,
  unzip,
} from './comparison.ts'

const BATCH = 10_000

type VersionRow = ComparedVersion & { created_at: string }

/** The converted versions before one, newest first. */
async function listVersionsBefore(ctx: ProjectCtx, headerId: string, version: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.id as variant_id, v.version, v.created_at, m.id as model_id, v.artefacts_team_id,
      v.artefacts_key, 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as folder
    from bim_file_variants v
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    where v.project_id = ${ctx.member.project_id} and v.header_id = ${headerId} and v.deleted_at is null
      and v.state = 'COMPLETED' and v.version < ${version}
    order by v.version desc limit ${api.MAX_HISTORY}`.execute(ctx.tx)
  return rows
}

async function findElement(ctx: ProjectCtx, { model_id }: ComparedVersion, guid: string) {
  const row = await ctx.tx
    .selectFrom('elements')
    .select('element')
    .where('model_id', '=', model_id)
    .where('guid', '=', guid)
    .orderBy('element')
    .limit(1)
    .executeTakeFirst()
  return row?.element ?? null
}

async function readGuid(ctx: ProjectCtx, { model_id }: ComparedVersion, element: number): Promise<string> {
  const row = await ctx.tx
    .selectFrom('elements')
    .select('guid')
    .where('model_id', '=', model_id)
    .where('element', '=', element)
    .executeTakeFirst()
  return row?.guid ?? ''
}

/** The change of an element between two versions; null if the comparison lists none, so that it is unchanged. */
async function findChange(ctx: ProjectCtx, from: ComparedVersion, to: ComparedVersion, element: number) {
  const stored = await readComparison(ctx, from, to)
  if (!stored) return 'unknown'
  const bytes = await unzip(stored.changes)
  for (const query of [{}, { kind: 'reidentified' }] as const)
    for await (const picked of pickChanges(bytes, query, 0, BATCH)) {
      const found = picked.find((change) => change.to === element)
      if (found) return found
    }
  return null
}

async function findStart(ctx: ProjectCtx, headerId: string, variantId: string | undefined) {
  const found = await findVersion(
    ctx,
    headerId,
    variantId ? sql`v.id = ${variantId}` : isCurrent,
    variantId !== undefined,
  )
  const row = await ctx.tx
    .selectFrom('bim_file_variants')
    .select('created_at')
    .where('id', '=', found.variant_id)
    .executeTakeFirstOrThrow()
  return { ...found, created_at: row.created_at }
}

export async function listElementHistory(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.listElementHistory>,
) {
  await findHeader(ctx, params.headerId)
  const start = await findStart(ctx, params.headerId, query.variant_id)
  let element = await findElement(ctx, start, params.guid)
  if (element === null) throw new Refusal('not_found')
  let { guid } = params
  const history: ReplyOf<typeof api.listElementHistory> = []
  const versions = [start, ...(await listVersionsBefore(ctx, params.headerId, start.version))]
  // one more is read, because the last one listed is compared with the version before it
  for (const [index, version] of versions.slice(0, api.MAX_HISTORY).entries()) {
    const { variant_id, created_at } = version
    const entry = { variant_id, version: version.version, created_at, guid, moved_m: 0, changes: [] }
    const older = versions[index + 1]
    if (!older) {
      history.push({ ...entry, kind: 'first' as const })
      break
    }
    const change = await findChange(ctx, older, version, element)
    if (change === 'unknown') {
      history.push({ ...entry, kind: 'unknown' as const })
      break
    }
    if (change === null) {
      history.push({ ...entry, kind: 'same' as const })
      element = await findElement(ctx, older, guid)
      if (element === null) break
      continue
    }
    const readers = [new PropertyReader(ctx, older.folder), new PropertyReader(ctx, version.folder)] as const
    const [said] = await describeChanges(ctx, { from: older, to: version }, [change], readers)
    if (!said || said.kind === 'removed') break
    const { kind, moved_m, changes } = said
    history.push({ ...entry, kind, moved_m, changes })
    if (change.from < 0) break
    element = change.from
    guid = await readGuid(ctx, older, element)
  }
  return history
}
