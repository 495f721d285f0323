import type { Issue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { isCurrent } from '../bim/reads.ts'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { listAttachments } from './attachments/attachments.ts'
import { readIssueViewpoints } from './viewpoints.ts'
import { bcfAssignee, type FoundIssue, findIssue, visibleIssues } from './visible.ts'
import { listWatchers } from './watchers.ts'

type IssueRound = Pick<FoundIssue, 'id' | 'round' | 'created_by'>

/**
 * Facts that the contract's rules need beside the row: `has_proof` (a comment or photo since the issue was last opened)
 * and the number of comments by others than its creator.
 */
export async function readEvidence(tx: Tx, { id, round, created_by }: IssueRound) {
  const { rows } = await sql<{ has_proof: boolean; comments_by_others: number }>`
    select coalesce(bool_or(c.round = ${round}), false) or exists (select from issue_attachments a
        where a.issue_id = ${id} and a.round = ${round} and a.kind = 'PHOTO') as has_proof,
      (count(*) filter (where c.created_by is distinct from ${created_by}::uuid))::int as comments_by_others
    from issue_comments c where c.issue_id = ${id} and c.deleted_at is null`.execute(tx)
  return rows[0] ?? { has_proof: false, comments_by_others: 0 }
}

const listRelatedIssues = ({ tx, member }: ProjectCtx, id: string) =>
  visibleIssues(tx, member)
    .where(
      sql<boolean>`issues.id in (select b_id from issue_relations where a_id = ${id}
        union all select a_id from issue_relations where b_id = ${id})`,
    )
    .select(['issues.id', 'issues.number', 'issues.name', 'issues.status'])
    .orderBy('issues.number')
    .execute()

const listAnchors = (tx: Tx, id: string) =>
  tx.selectFrom('issue_anchors').selectAll().where('issue_id', '=', id).orderBy('order').execute()

export interface NamedFile {
  filename?: string
  ifc_project?: string
}

/** Ids of the project's files with one of these file names, or whose current version has one of these IfcProject GUIDs. */
export async function findModelsByName({ tx, member }: ProjectCtx, files: NamedFile[]): Promise<string[]> {
  const names = files.flatMap(({ filename }) => filename?.toLowerCase() ?? [])
  const projects = files.flatMap(({ ifc_project }) => ifc_project ?? [])
  if (names.length === 0 && projects.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct h.id from bim_file_headers h join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    where h.project_id = ${member.project_id} and h.deleted_at is null
      and (lower(v.file_name) = any (${names}::text[]) or exists (select from element_models m
        join elements e on e.model_id = m.id and e.class = 'IfcProject' and e.guid = any (${projects}::text[])
        where m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key))
    order by h.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Author, assignee and models from the BCF file that the issue was imported from. */
async function readBcfOrigin(ctx: ProjectCtx, id: string) {
  // past visible.ts: callers checked access with `findIssue`
  const row = await ctx.tx
    .selectFrom('issues')
    .leftJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .select([
      sql<string | null>`k.topic->>'creation_author'`.as('author'),
      sql<NamedFile[] | null>`k.topic->'files'`.as('files'),
      bcfAssignee.as('assigned_to'),
    ])
    .where('issues.id', '=', id)
    .executeTakeFirstOrThrow()
  const { files, ...people } = row
  return { ...people, model_ids: await findModelsByName(ctx, files ?? []) }
}

/** An issue with all its parts, as the caller sees them. Callers check access first, with `findIssue`. */
export async function readIssueWithParts(ctx: ProjectCtx, issueId: string): Promise<Issue> {
  const { tx } = ctx
  // past visible.ts: callers checked access with `findIssue`
  const issue = await tx.selectFrom('issues').selectAll().where('id', '=', issueId).executeTakeFirstOrThrow()
  return {
    ...issue,
    ...(await readBcfOrigin(ctx, issueId)),
    watcher_ids: await listWatchers(tx, issueId),
    anchors: await listAnchors(tx, issueId),
    viewpoints: await readIssueViewpoints(tx, issueId),
    attachments: await listAttachments(ctx, issueId),
    related: await listRelatedIssues(ctx, issueId),
    ...(await readEvidence(tx, issue)),
  }
}

/**
 * An issue that this transaction created. Skips queries for parts that it cannot have: until the commit the project row
 * is locked, so every query here delays other creations.
 */
export async function readNewIssue(
  { tx }: ProjectCtx,
  id: string,
  has: { anchors: boolean; viewpoints: boolean },
): Promise<Issue> {
  // past visible.ts: the caller created the issue
  const issue = await tx.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...issue,
    author: null,
    assigned_to: null,
    model_ids: [],
    watcher_ids: await listWatchers(tx, id),
    anchors: has.anchors ? await listAnchors(tx, id) : [],
    viewpoints: has.viewpoints ? await readIssueViewpoints(tx, id) : [],
    attachments: [],
    related: [],
    has_proof: false,
    comments_by_others: 0,
  }
}

export async function readIssue(ctx: ProjectCtx, issueId: string): Promise<Issue> {
  const { id, version } = await findIssue(ctx, issueId)
  ctx.http.setVersionTag(version)
  return readIssueWithParts(ctx, id)
}
