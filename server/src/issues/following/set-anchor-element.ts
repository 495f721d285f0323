import type * as api from '@plumbline/contract/issues/following'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { getAnchorName } from '../anchors.ts'
import { checkIssueAction } from '../check-issue-action.ts'
import { recordAndTellPartChange } from '../part-changes.ts'
import { findIssue, visibleIssues } from '../visible.ts'

type StoredAnchor = Selectable<Tables['issue_anchors']>
type Decision = Input<typeof api.setAnchorElement>['body']

/** The current version of the anchor's file, and the version in which the anchor stands. */
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

/** Keeps what was said for the later versions and for the comparison of these two. */
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
  // matched anew when somebody compares these versions
  await ctx.tx
    .updateTable('bim_revisions')
    .set({ matcher: 0 })
    .where('from_variant_id', '=', from)
    .where('to_variant_id', '=', to)
    .execute()
}

/** Ids of the issues whose places follow a decision about another issue's: those that the caller sees and may edit. */
const selectEditableIssues = ({ tx, member }: ProjectCtx) =>
  visibleIssues(tx, member)
    .select('issues.id')
    .$if(!isLevelAtLeast(member.permission_level, 'EDITOR'), (rows) => rows.where(sql.lit(false)))

/** Puts a place and those of other issues at the same element back to how they were before somebody decided. */
async function restorePlaces(ctx: ProjectCtx, anchor: StoredAnchor): Promise<number> {
  const before = anchor.before_review as { ifc_guid: string | null } | null
  if (!before) throw new Refusal('wrong_state')
  const { numAffectedRows } = await sql`
    update issue_anchors a set ifc_guid = b.ifc_guid, ifc_class = b.ifc_class, element_name = b.element_name,
      point = b.point, state = b.state, found_by = b.found_by, score = b.score, moved_m = b.moved_m,
      candidates = b.candidates, axes = b.axes, located_by = b.located_by, placed_version = b.placed_version, state_version = b.state_version,
      before_review = null
    from issue_anchors o, jsonb_populate_record(null::issue_anchors, o.before_review) b
    where o.id = a.id and (a.id = ${anchor.id} or (a.bim_file_header_id = ${anchor.bim_file_header_id}
      and a.before_review ->> 'ifc_guid' = ${before.ifc_guid}
      and a.issue_id in (${selectEditableIssues(ctx)})))`.execute(ctx.tx)
  return Number(numAffectedRows ?? 0) - 1
}

/** Decides for a place and for those of other issues at the same element that were lost with it. */
async function decidePlaces(ctx: ProjectCtx, anchor: StoredAnchor, columns: ReturnType<typeof listColumns>) {
  const base = anchor.placed_version ?? anchor.variant_version_at_creation
  const { numUpdatedRows } = await ctx.tx
    .updateTable('issue_anchors as a')
    .set({ ...columns, before_review: sql`coalesce(a.before_review, to_jsonb(a) - 'before_review')` })
    .where((eb) =>
      eb.or([
        eb('a.id', '=', anchor.id),
        eb.and([
          eb('a.bim_file_header_id', '=', anchor.bim_file_header_id),
          eb('a.ifc_guid', '=', anchor.ifc_guid),
          eb('a.state', 'in', ['NEEDS_REVIEW', 'ORPHANED']),
          eb('a.issue_id', 'in', selectEditableIssues(ctx)),
          sql<boolean>`coalesce(a.placed_version, a.variant_version_at_creation) = ${base}::int`,
        ]),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) - 1
}

const selectAnchor = (ctx: ProjectCtx, issueId: string, anchorId: string) =>
  ctx.tx
    .selectFrom('issue_anchors')
    .selectAll()
    .where('id', '=', anchorId)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()

export async function setAnchorElement(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.setAnchorElement>,
) {
  const issue = await findIssue(ctx, params.issueId, true)
  checkIssueAction(ctx.member, issue, 'EDIT')
  const anchor = await selectAnchor(ctx, issue.id, params.anchorId)
  if (!anchor) throw new Refusal('not_found')
  let others: number
  if (body.decision === 'UNDECIDED') {
    others = await restorePlaces(ctx, anchor)
    const back = await selectAnchor(ctx, issue.id, params.anchorId)
    const { current, base } = await findVersions(ctx, back ?? anchor)
    if (back && base) await storeCorrection(ctx, back, base.id, current.id, undefined)
  } else {
    const { current, base } = await findVersions(ctx, anchor)
    others = await decidePlaces(ctx, anchor, listColumns(body, current.version))
    const guid = body.decision === 'ELEMENT' ? body.ifc_guid : null
    if (base && body.decision !== 'POINT') await storeCorrection(ctx, anchor, base.id, current.id, guid)
  }
  const now = await selectAnchor(ctx, issue.id, params.anchorId)
  if (!now) throw new Refusal('not_found')
  await recordAndTellPartChange(ctx, issue, {
    kind: 'PLACED',
    data: { anchor_id: now.id, subject: getAnchorName(now) },
  })
  await ctx.tell('anchors.updated', {
    project_id: issue.project_id,
    data: { header_id: now.bim_file_header_id },
    audience: { level: 'VIEWER' },
    cause: { kind: 'CHANGED' },
  })
  return { anchor: now, others }
}
