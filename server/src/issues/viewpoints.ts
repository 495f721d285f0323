import { randomUUIDv7 } from 'node:crypto'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'
import type { NewIssueViewpoint, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { reason } from '@plumbline/contract/reasons'
import { type RawBuilder, sql } from 'kysely'
import { isCurrent } from '../bim/reads.ts'
import { reencodeSnapshot } from '../bim/views/snapshot.ts'
import type { ProjectCtx, WriteContext } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { removeBlob } from './attachments/remove-blob.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordAndTellPartChange } from './part-changes.ts'
import type { FoundIssue } from './visible.ts'

const MAX_VIEWPOINTS = 20
/** Other programs number their viewpoints as they like. */
const MAX_INDEX = 2_147_483_647

/** The index for the next viewpoint; at the largest index, viewpoints share it and are ordered by id. */
export const computeNextIndex = (last: number | null | undefined): number =>
  Math.min((last ?? -1) + 1, MAX_INDEX)

/** A viewpoint whose snapshot is already stored. */
export interface StoredViewpoint {
  id: string
  view: ViewpointWithBitmaps
  /** its GUID in another program */
  bcf_guid?: string | undefined
  snapshot_key: string | null
  /** for each file id, the version whose coordinates and GlobalIds the view uses */
  model_versions?: Record<string, number> | undefined
}

/** Checks and stores snapshots in `prepare`, before the transaction; they are removed if the call fails. */
export async function storeViewpoints(
  ctx: ProjectCtx,
  views: NewIssueViewpoint[],
): Promise<StoredViewpoint[]> {
  const stored: StoredViewpoint[] = []
  for (const { snapshot, models, ...view } of views) {
    const id = randomUUIDv7()
    const snapshot_key = snapshot ? `snapshots/${ctx.member.project_id}/${id}.png` : null
    if (snapshot && snapshot_key) {
      const picture = await reencodeSnapshot(snapshot.snapshot_data)
      ctx.onFailure(() => removeBlob(ctx, snapshot_key))
      await ctx.blobs.put(snapshot_key, picture)
    }
    const model_versions =
      models && Object.fromEntries(models.map(({ header_id, version }) => [header_id, version]))
    stored.push({ id, view, snapshot_key, model_versions })
  }
  return stored
}

/**
 * The current versions of files whose issues have not followed to them yet. A view that names no versions shows the current
 * models; without these versions it would be moved as one of the previous version.
 */
export async function readPendingVersions({ tx, member }: WriteContext): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select h.id, v.version from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    where h.project_id = ${member.project_id} and h.deleted_at is null and h.anchored_variant_id <> v.id`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]))
}

export async function insertViewpoint(
  ctx: ProjectCtx,
  issue_id: string,
  { view, model_versions, ...row }: StoredViewpoint,
  index: number,
) {
  const inserted = await ctx.tx
    .insertInto('issue_viewpoints')
    .values({
      ...row,
      index,
      issue_id,
      view: toJsonb(view),
      model_versions: model_versions ? toJsonb(model_versions) : null,
      created_by: ctx.member.user_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('already_exists', reason('view_id_taken'))
}

const columns = ['id as guid', 'index', 'view', 'markup', 'version', 'created_by'] as const

/** A viewpoint as stored: `view` has the BCF fields. */
type ViewpointRow = Pick<
  IssueViewpoint,
  'guid' | 'index' | 'markup' | 'version' | 'created_by' | 'has_snapshot'
> & {
  view: Omit<IssueViewpoint, 'guid'>
}

/**
 * Limit on characters of an issue's complete viewpoints: enough for a view of 100,000 elements. A BCF file can have a
 * hundred megabytes for one issue.
 */
const MAX_CHARACTERS = 4_000_000

/** A viewpoint as an issue holds it. */
export interface HeldViewpoint extends ViewpointRow {
  is_abridged: boolean
}

/**
 * The viewpoints of issues. The smallest ones of each issue are complete until MAX_CHARACTERS is reached; the `view` of the
 * rest has only its cameras.
 */
export const buildHeldViewpoints = (isOfIssues: RawBuilder<unknown>) => sql<
  HeldViewpoint & { issue_id: string }
>`select id as guid, issue_id, index, markup, version, created_by, has_snapshot, not is_whole as is_abridged,
    case when is_whole then view else jsonb_strip_nulls(jsonb_build_object(
      'perspective_camera', view -> 'perspective_camera', 'orthogonal_camera', view -> 'orthogonal_camera')) end as view
  from (select *, sum(view_size) over (partition by issue_id order by view_size, index, id) <= ${sql.lit(MAX_CHARACTERS)} as is_whole
    from (select *, snapshot_key is not null as has_snapshot
      from issue_viewpoints where ${isOfIssues} offset 0) v) w
  order by index, id`

export const presentHeldViewpoint = <T extends HeldViewpoint>({ view, is_abridged, ...row }: T) => ({
  ...view,
  ...row,
  ...(is_abridged ? { is_abridged } : {}),
})

/** The viewpoints of several issues, each with the id of its issue. */
export async function listViewpointsOfIssues(tx: Tx, issueIds: readonly string[]) {
  const { rows } = await buildHeldViewpoints(sql`issue_id = any (${issueIds}::uuid[])`).execute(tx)
  return rows.map(presentHeldViewpoint)
}

export const readIssueViewpoints = (tx: Tx, issueId: string): Promise<IssueViewpoint[]> =>
  listViewpointsOfIssues(tx, [issueId])

/** Reads one viewpoint, without the others of its issue, which may be megabytes each. */
export async function readIssueViewpoint(
  { tx }: Pick<ProjectCtx, 'tx'>,
  issueId: string,
  id: string,
): Promise<IssueViewpoint> {
  const found = await tx
    .selectFrom('issue_viewpoints')
    .select([...columns, sql<boolean>`snapshot_key is not null`.as('has_snapshot')])
    .where('issue_id', '=', issueId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const { view, ...row } = found
  return { ...view, ...row }
}

/** Adds a viewpoint to a locked issue, at `index` or at the end. */
export async function attachViewpoint(
  ctx: ProjectCtx,
  issue: FoundIssue,
  view: StoredViewpoint,
  index?: number,
) {
  checkIssueAction(ctx.member, issue, 'ATTACH')
  const { count, last } = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('index').as('last')])
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_VIEWPOINTS)
    throw new Refusal('conflict', reason('too_many_viewpoints', { count: MAX_VIEWPOINTS }))
  await insertViewpoint(ctx, issue.id, view, index ?? computeNextIndex(last))
  await recordAndTellPartChange(ctx, issue, { kind: 'VIEW_ADDED', data: { viewpoint_id: view.id } })
}

export async function findIssueViewpoint(ctx: ProjectCtx, issueId: string, id: string) {
  const view = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(['id', 'created_by', 'snapshot_key', 'markup', 'version'])
    .where('id', '=', id)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  if (!view) throw new Refusal('not_found')
  return view
}
