import { Anchor } from '@plumbline/contract/issues/anchors'
import type { Issue, RelatedIssue } from '@plumbline/contract/issues/issues'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { isCurrent } from '../bim/reads.ts'
import type { ProjectCtx } from '../context.ts'
import { parseTimestamp, type Tx } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import type { Tables } from '../db/tables.ts'
import { Refusal } from '../http/refusal.ts'
import {
  buildIssueVisibility,
  buildPreparedViewer,
  buildViewerValues,
  type ViewerValues,
} from '../projects/issue-visibility.ts'
import { presentAttachment } from './attachments/attachments.ts'
import { buildHasProof } from './proof.ts'
import {
  buildHeldViewpoints,
  type HeldViewpoint,
  presentHeldViewpoint,
  readIssueViewpoints,
} from './viewpoints.ts'
import { bcfAssignee, type FoundIssue, issueColumns } from './visible.ts'
import { listWatchers } from './watchers.ts'

/**
 * Facts beyond the row that the contract's rules need: `has_proof` (a comment or photo shows the fix) and the number of
 * comments by people other than the creator.
 */
export async function readEvidence(tx: Tx, { id }: Pick<FoundIssue, 'id'>, wordsOf: string | null = null) {
  // past visible.ts: the caller has found this issue through it
  const { rows } = await sql<{ has_proof: boolean; comments_by_others: number }>`
    select ${buildHasProof('i', wordsOf)} as has_proof,
      (select count(*)::int from issue_comments c where c.issue_id = i.id and c.deleted_at is null
        and c.created_by is distinct from i.created_by) as comments_by_others
    from issues i where i.id = ${id}`.execute(tx)
  return rows[0] ?? { has_proof: false, comments_by_others: 0 }
}

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

interface IssueValues extends ViewerValues {
  project_id: string
  issue_id: string
  /** whether the caller's right to see the issue was checked before */
  is_checked: boolean
}

/** An issue with its parts as JSON in its row. */
interface IssueWithParts extends FoundIssue {
  author: string | null
  assigned_to: string | null
  files: NamedFile[] | null
  watcher_ids: string[]
  anchors: Anchor[]
  viewpoints: HeldViewpoint[]
  attachments_of: Selectable<Tables['issue_attachments']>[]
  related: z.output<typeof RelatedIssue>[]
  has_proof: boolean
  comments_by_others: number
}

const anchorColumns = sql.join(Object.keys(Anchor.shape).map((name) => sql.ref(name)))

/** One statement for all parts: each further one would cost a round trip. */
const readParts = prepareQuery<IssueValues, IssueWithParts>((db, parameter) => {
  const isVisible = buildIssueVisibility(buildPreparedViewer(parameter))
  const id = sql`${parameter('issue_id')}::uuid`
  const list = <T>(rows: RawBuilder<unknown>) =>
    sql<T[]>`(select coalesce(json_agg(r), '[]') from (${rows}) r)`
  // past visible.ts: the statement has the condition
  return db
    .selectFrom('issues')
    .leftJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .select(issueColumns)
    .select([
      sql<string | null>`k.topic->>'creation_author'`.as('author'),
      sql<NamedFile[] | null>`k.topic->'files'`.as('files'),
      bcfAssignee.as('assigned_to'),
      sql<string[]>`array(select user_id from issue_watchers where issue_id = ${id} order by user_id)`.as(
        'watcher_ids',
      ),
      list<Anchor>(
        sql`select ${anchorColumns} from issue_anchors where issue_id = ${id} order by "order"`,
      ).as('anchors'),
      list<HeldViewpoint>(buildHeldViewpoints(sql`issue_id = ${id}`)).as('viewpoints'),
      list<Selectable<Tables['issue_attachments']>>(
        sql`select id, issue_id, blob_id, name, type, size, kind, width, height, markup, version, taken_at, taken_place,
          has_original, sha256, round, created_by, created_at from issue_attachments where issue_id = ${id} order by created_at, id`,
      ).as('attachments_of'),
      list<
        z.output<typeof RelatedIssue>
      >(sql`select issues.id, issues.number, issues.name, issues.status from issues
        where issues.project_id = ${parameter('project_id')} and ${isVisible} and issues.id in (
          select b_id from issue_relations where a_id = ${id} union all select a_id from issue_relations where b_id = ${id})
        order by issues.number`).as('related'),
      buildHasProof('issues').as('has_proof'),
      sql<number>`(select count(*)::int from issue_comments c where c.issue_id = ${id} and c.deleted_at is null
        and c.created_by is distinct from issues.created_by)`.as('comments_by_others'),
    ])
    .where('issues.id', '=', parameter('issue_id'))
    .where('issues.project_id', '=', parameter('project_id'))
    .where(sql<boolean>`(${parameter('is_checked')}::boolean or ${isVisible})`)
})

async function readWithParts(ctx: ProjectCtx, issue_id: string, is_checked: boolean): Promise<Issue | null> {
  const { tx, member } = ctx
  const { project_id } = member
  const [row] = await readParts(tx, { ...buildViewerValues(member), project_id, issue_id, is_checked })
  if (!row) return null
  const { files, attachments_of, viewpoints, ...issue } = row
  return {
    ...issue,
    model_ids: await findModelsByName(ctx, files ?? []),
    viewpoints: viewpoints.map(presentHeldViewpoint),
    attachments: attachments_of.map((file) =>
      presentAttachment(ctx, {
        ...file,
        created_at: parseTimestamp(file.created_at),
      }),
    ),
  }
}

/** An issue with all its parts, as the caller sees them. Callers check access first, with `findIssue`. */
export async function readIssueWithParts(ctx: ProjectCtx, issueId: string): Promise<Issue> {
  const issue = await readWithParts(ctx, issueId, true)
  if (!issue) throw new Refusal('not_found')
  return issue
}

/**
 * An issue that this transaction inserted. Skips queries for parts that it cannot have: until the commit the project row
 * is locked, so every query here delays other creations.
 */
export async function readNewIssue(
  { tx }: ProjectCtx,
  issue: FoundIssue,
  has: { watchers: boolean; anchors: boolean; viewpoints: boolean },
): Promise<Issue> {
  const { id } = issue
  return {
    ...issue,
    author: null,
    assigned_to: null,
    model_ids: [],
    watcher_ids: has.watchers ? await listWatchers(tx, id) : [],
    anchors: has.anchors ? await listAnchors(tx, id) : [],
    viewpoints: has.viewpoints ? await readIssueViewpoints(tx, id) : [],
    attachments: [],
    related: [],
    has_proof: false,
    comments_by_others: 0,
  }
}

/** A visible issue with all its parts. @throws Refusal not_found */
export async function readIssue(ctx: ProjectCtx, issueId: string): Promise<Issue> {
  const issue = await readWithParts(ctx, issueId, false)
  if (!issue) throw new Refusal('not_found')
  ctx.http.setVersionTag(issue.version)
  return issue
}
