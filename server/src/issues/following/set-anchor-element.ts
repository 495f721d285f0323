import type * as api from '@plumbline/contract/issues/following'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { getAnchorName } from '../anchors.ts'
import type { StoredIssue } from '../bulk/apply-changes.ts'
import { lockIssues } from '../bulk/lock-issues.ts'
import { tellBulkChange } from '../bulk/tell-bulk-change.ts'
import { checkIssueAction } from '../check-issue-action.ts'
import { recordIssues } from '../log.ts'
import { buildLogStamp, recordAndTellPartChange } from '../part-changes.ts'
import { type FoundIssue, findIssue, visibleIssues } from '../visible.ts'

type StoredAnchor = Selectable<Tables['issue_anchors']>
type Decision = Input<typeof api.setAnchorElement>['body']

/** The current version of the anchor's file, and the anchor's version. */
async function findVersions(ctx: ProjectCtx, anchor: StoredAnchor) {
  const base = anchor.placed_version ?? anchor.variant_version_at_creation
  const { rows } = await sql<{ id: string; version: number; is_current: boolean }>`
    select v.id, v.version, ${isCurrent} as is_current from bim_file_variants v
    where v.header_id = ${anchor.bim_file_header_id} and v.project_id = ${ctx.member.project_id}`.execute(
    ctx.tx,
  )
  const current = rows.find(({ is_current }) => is_current)
  if (!current) throw new Refusal('wrong_state')
  return { current, base: rows.find(({ version }) => version === base) }
}

function listColumns(body: Exclude<Decision, { decision: 'UNDECIDED' }>, version: number) {
  const decided = { candidates: toJsonb([]), score: null, moved_m: null, state_version: version }
  if (body.decision === 'GONE') return { ...decided, state: 'ORPHANED' as const, found_by: 'PERSON' as const }
  const placed = {
    ...decided,
    state: 'REMATCHED' as const,
    found_by: 'PERSON' as const,
    score: 100,
    point: toJsonb(body.point),
    axes: null,
    located_by: null,
    placed_version: version,
  }
  if (body.decision === 'POINT') return { ...placed, ifc_guid: null, ifc_class: null, element_name: null }
  const { ifc_guid, ifc_class, element_name } = body
  return { ...placed, ifc_guid, ifc_class, element_name }
}

/** Stores a correction for later versions and for the comparison of these two. */
async function storeCorrection(
  ctx: ProjectCtx,
  anchor: StoredAnchor,
  from: string,
  to: string,
  to_guid: string | null | undefined,
) {
  if (!anchor.ifc_guid || from === to) return
  const key = { from_variant_id: from, to_variant_id: to, from_guid: anchor.ifc_guid }
  if (to_guid === undefined)
    await ctx.tx
      .deleteFrom('bim_revision_corrections')
      .where((eb) => eb.and(key))
      .execute()
  else
    await ctx.tx
      .insertInto('bim_revision_corrections')
      .values({ ...key, to_guid, header_id: anchor.bim_file_header_id, by_user_id: ctx.member.user_id })
      .onConflict((conflict) =>
        conflict.columns(['from_variant_id', 'to_variant_id', 'from_guid']).doUpdateSet((eb) => ({
          to_guid: eb.ref('excluded.to_guid'),
          by_user_id: eb.ref('excluded.by_user_id'),
        })),
      )
      .execute()
  // matched again with the next comparison of these versions
  await ctx.tx
    .updateTable('bim_revisions')
    .set({ matcher: 0 })
    .where('from_variant_id', '=', from)
    .where('to_variant_id', '=', to)
    .execute()
}

/**
 * Ids of the issues whose places follow a decision about another issue, limited to issues that the caller sees and may edit.
 */
const selectEditableIssues = ({ tx, member }: ProjectCtx) =>
  visibleIssues(tx, member)
    .select('issues.id')
    .$if(!isLevelAtLeast(member.permission_level, 'EDITOR'), (rows) => rows.where(sql.lit(false)))

/** SQL on `issue_anchors a`: a place, and places of other issues that an undo restores together with it. */
const isRestoredWith = (ctx: ProjectCtx, anchor: StoredAnchor, guid: string | null) => sql<boolean>`
  (a.id = ${anchor.id} or (a.bim_file_header_id = ${anchor.bim_file_header_id}
    and a.before_review ->> 'ifc_guid' = ${guid} and a.issue_id in (${selectEditableIssues(ctx)})))`

/** SQL on `issue_anchors a`: a place, and places of other issues at the same element that were lost with it. */
const isDecidedWith = (ctx: ProjectCtx, anchor: StoredAnchor) => sql<boolean>`
  (a.id = ${anchor.id} or (a.bim_file_header_id = ${anchor.bim_file_header_id} and a.ifc_guid = ${anchor.ifc_guid}
    and a.state in ('NEEDS_REVIEW', 'ORPHANED') and a.issue_id in (${selectEditableIssues(ctx)})
    and coalesce(a.placed_version, a.variant_version_at_creation)
      = ${anchor.placed_version ?? anchor.variant_version_at_creation}::int))`

/** @throws Refusal wrong_state if nobody has decided */
function isChangedWith(ctx: ProjectCtx, anchor: StoredAnchor, { decision }: Decision) {
  if (decision !== 'UNDECIDED') return isDecidedWith(ctx, anchor)
  const before = anchor.before_review as { ifc_guid: string | null } | null
  if (!before) throw new Refusal('wrong_state')
  return isRestoredWith(ctx, anchor, before.ifc_guid)
}

type ChangedPlace = Pick<StoredAnchor, 'id' | 'issue_id' | 'ifc_class' | 'element_name'>

/** Puts places of these issues back to how they were before somebody decided. */
async function restorePlaces({ tx }: ProjectCtx, which: RawBuilder<boolean>, issueIds: string[]) {
  const { rows } = await sql<ChangedPlace>`
    update issue_anchors a set ifc_guid = b.ifc_guid, ifc_class = b.ifc_class, element_name = b.element_name,
      point = b.point, state = b.state, found_by = b.found_by, score = b.score, moved_m = b.moved_m,
      candidates = b.candidates, axes = b.axes, located_by = b.located_by, placed_version = b.placed_version, state_version = b.state_version,
      before_review = null
    from issue_anchors o, jsonb_populate_record(null::issue_anchors, o.before_review) b
    where o.id = a.id and ${which} and a.issue_id = any (${issueIds}::uuid[])
    returning a.id, a.issue_id, a.ifc_class, a.element_name`.execute(tx)
  return rows
}

/** Decides for places of these issues. */
const decidePlaces = (
  { tx }: ProjectCtx,
  which: RawBuilder<boolean>,
  issueIds: string[],
  columns: ReturnType<typeof listColumns>,
): Promise<ChangedPlace[]> =>
  tx
    .updateTable('issue_anchors as a')
    .set({ ...columns, before_review: sql`coalesce(a.before_review, to_jsonb(a) - 'before_review')` })
    .where(which)
    .where('a.issue_id', '=', sql<string>`any (${issueIds}::uuid[])`)
    .returning(['a.id', 'a.issue_id', 'a.ifc_class', 'a.element_name'])
    .execute()

const selectAnchor = (ctx: ProjectCtx, issueId: string, anchorId: string) =>
  ctx.tx
    .selectFrom('issue_anchors')
    .selectAll()
    .where('id', '=', anchorId)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()

/** Locks the issues with places affected by a decision, in one order, and reads the issue and its place again. */
async function lockPlaces(ctx: ProjectCtx, { params, body }: Input<typeof api.setAnchorElement>) {
  const read = async (isLocked: boolean) => {
    const issue = await findIssue(ctx, params.issueId, isLocked)
    checkIssueAction(ctx.member, issue, 'EDIT')
    const anchor = await selectAnchor(ctx, issue.id, params.anchorId)
    if (!anchor) throw new Refusal('not_found')
    return { issue, anchor, which: isChangedWith(ctx, anchor, body) }
  }
  const { which } = await read(false)
  const rows = await ctx.tx
    .selectFrom('issue_anchors as a')
    .select('a.issue_id')
    .distinct()
    .where(which)
    .execute()
  const locked = await lockIssues(ctx, { ids: rows.map(({ issue_id }) => issue_id) })
  return { ...(await read(true)), locked }
}

/** Records and publishes a decision about places: the issue's own, and those of other issues. */
async function recordPlaces(
  ctx: ProjectCtx,
  issue: FoundIssue,
  anchorId: string,
  { changed, locked }: { changed: ChangedPlace[]; locked: StoredIssue[] },
) {
  const buildEntry = (place: ChangedPlace) => ({
    kind: 'PLACED' as const,
    data: { anchor_id: place.id, subject: getAnchorName(place) },
  })
  const others = changed.filter(({ id }) => id !== anchorId)
  const ids = [...new Set(others.map(({ issue_id }) => issue_id))]
  // past visible.ts: these were locked as visible
  await ctx.tx
    .updateTable('issues')
    .set({ updated_at: ctx.now().toISOString() })
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  const entries = others.map((place) => ({ issue_id: place.issue_id, ...buildEntry(place) }))
  await recordIssues(ctx.tx, buildLogStamp(ctx), entries)
  for (const place of changed.filter(({ id }) => id === anchorId))
    await recordAndTellPartChange(ctx, issue, buildEntry(place))
  const told = locked.filter(({ id }) => id !== issue.id && ids.includes(id))
  await tellBulkChange(
    ctx,
    'issue.updated',
    told.map((before) => ({ before, fields: {} })),
    'SILENT',
  )
}

export async function setAnchorElement(ctx: ProjectCtx, input: Input<typeof api.setAnchorElement>) {
  const { params, body } = input
  const { issue, anchor, which, locked } = await lockPlaces(ctx, input)
  const ids = locked.map(({ id }) => id)
  let changed: ChangedPlace[]
  if (body.decision === 'UNDECIDED') {
    changed = await restorePlaces(ctx, which, ids)
    const back = await selectAnchor(ctx, issue.id, params.anchorId)
    const { current, base } = await findVersions(ctx, back ?? anchor)
    if (back && base) await storeCorrection(ctx, back, base.id, current.id, undefined)
  } else {
    const { current, base } = await findVersions(ctx, anchor)
    changed = await decidePlaces(ctx, which, ids, listColumns(body, current.version))
    const guid = body.decision === 'ELEMENT' ? body.ifc_guid : null
    if (base && body.decision !== 'POINT') await storeCorrection(ctx, anchor, base.id, current.id, guid)
  }
  const now = await selectAnchor(ctx, issue.id, params.anchorId)
  if (!now) throw new Refusal('not_found')
  await recordPlaces(ctx, issue, now.id, { changed, locked })
  await ctx.tell('anchors.updated', {
    project_id: issue.project_id,
    data: { header_id: now.bim_file_header_id },
    audience: { level: 'VIEWER' },
    cause: { kind: 'CHANGED' },
  })
  return { anchor: now, others: changed.length - 1 }
}
