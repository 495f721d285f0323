import type { Issue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { presentAttachment } from '../attachments/attachments.ts'
import { buildHasProof } from '../proof.ts'
import { findModelsByName, type NamedFile } from '../read-issue.ts'
import { listViewpointsOfIssues } from '../viewpoints.ts'
import { bcfAssignee, visibleIssues } from '../visible.ts'

/** Many issues with all their parts, in a fixed number of queries. */

const groupByIssue = <T extends { issue_id: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ issue_id }) => issue_id)

/** Ids, numbers, titles and states of the related issues that the caller may see, by issue. */
async function listRelatedOfIssues({ tx, member }: ProjectCtx, ids: string[]) {
  const rows = await visibleIssues(tx, member)
    .innerJoin(
      sql<{
        issue_id: string
        other_id: string
      }>`(select a_id as issue_id, b_id as other_id from issue_relations
        where a_id = any (${ids}::uuid[]) union all select b_id, a_id from issue_relations
        where b_id = any (${ids}::uuid[]))`.as('r'),
      (join) => join.onRef('r.other_id', '=', 'issues.id'),
    )
    .select(['r.issue_id', 'issues.id', 'issues.number', 'issues.name', 'issues.status'])
    .orderBy('issues.number')
    .execute()
  return groupByIssue(rows)
}

/** Reads the evidence (see `readEvidence`) of several issues. */
async function readEvidenceOfIssues({ tx }: ProjectCtx, ids: string[]) {
  // past visible.ts: the caller has read these ids through it
  const { rows } = await sql<{ issue_id: string; has_proof: boolean; comments_by_others: number }>`
    select issues.id as issue_id,
      ${buildHasProof('issues')} as has_proof,
      (select count(*) from issue_comments c where c.issue_id = issues.id and c.deleted_at is null
        and c.created_by is distinct from issues.created_by)::int as comments_by_others
    from issues where issues.id = any (${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ issue_id, ...evidence }) => [issue_id, evidence]))
}

/** Models by the files of the imported topic; issues of one import mostly name the same files. */
async function listModelsOfIssues(
  ctx: ProjectCtx,
  rows: readonly { id: string; files: NamedFile[] | null }[],
) {
  const byFiles = new Map<string, string[]>()
  const models = new Map<string, string[]>()
  for (const { id, files } of rows) {
    const key = JSON.stringify(files ?? [])
    const known = byFiles.get(key) ?? (await findModelsByName(ctx, files ?? []))
    byFiles.set(key, known)
    models.set(id, known)
  }
  return models
}

async function readPartsOfIssues(ctx: ProjectCtx, ids: string[]) {
  const { tx } = ctx
  const watchers = await tx
    .selectFrom('issue_watchers')
    .select(['issue_id', 'user_id'])
    .where('issue_id', 'in', ids)
    .orderBy('user_id')
    .execute()
  const anchors = await tx
    .selectFrom('issue_anchors')
    .selectAll()
    .where('issue_id', 'in', ids)
    .orderBy('order')
    .execute()
  const attachments = await tx
    .selectFrom('issue_attachments')
    .selectAll()
    .where('issue_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    watchers: groupByIssue(watchers),
    anchors: groupByIssue(anchors),
    attachments: groupByIssue(attachments),
    viewpoints: groupByIssue(await listViewpointsOfIssues(tx, ids)),
  }
}

/** The visible ones of these issues with all their parts, by number. */
export async function readIssuesWithParts(ctx: ProjectCtx, ids: string[]): Promise<Issue[]> {
  if (ids.length === 0) return []
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .leftJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .where('issues.id', 'in', ids)
    .selectAll('issues')
    .select([
      sql<string | null>`k.topic->>'creation_author'`.as('author'),
      sql<NamedFile[] | null>`k.topic->'files'`.as('files'),
      bcfAssignee.as('assigned_to'),
    ])
    .orderBy('issues.number')
    .execute()
  const seen = rows.map(({ id }) => id)
  if (seen.length === 0) return []
  const parts = await readPartsOfIssues(ctx, seen)
  const related = await listRelatedOfIssues(ctx, seen)
  const evidence = await readEvidenceOfIssues(ctx, seen)
  const models = await listModelsOfIssues(ctx, rows)
  return rows.map((row) => ({
    ...row,
    model_ids: models.get(row.id) ?? [],
    watcher_ids: (parts.watchers.get(row.id) ?? []).map(({ user_id }) => user_id),
    anchors: parts.anchors.get(row.id) ?? [],
    viewpoints: parts.viewpoints.get(row.id) ?? [],
    attachments: (parts.attachments.get(row.id) ?? []).map((file) => presentAttachment(ctx, file)),
    related: related.get(row.id) ?? [],
    ...(evidence.get(row.id) ?? { has_proof: false, comments_by_others: 0 }),
  }))
}
