import type { BcfComment, BcfDocument, BcfViewpoint, HeaderFile, Topic } from '@plumbline/bcf/model'
import type { TopicToWrite } from '@plumbline/bcf/write'
import type { Markup } from '@plumbline/contract/issues/attachments'
import { sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { buildBitmapKey, type StoredViewpointView } from '../../issues/bitmaps.ts'
import { cutBySize, readPartSizes } from '../../issues/part-sizes.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { buildTopic, guidColumn, selectTopics, type TopicRow, unknownAuthor } from '../build-topic.ts'
import { formatMentions } from '../mentions.ts'
import type { PreservedComment, PreservedFields } from '../preserved-fields.ts'
import { ArchiveEntries, type ExportContext } from './archive-entries.ts'
import {
  buildDocument,
  buildReferences,
  listTopicAttachments,
  type TopicAttachments,
} from './prepare-documents.ts'
import { findExportedSnapshot } from './snapshots.ts'

/** Prepares pages of issues for export as topics with all parts; blobs are opened one by one while writing. */

/** topics whose pictures are looked up in the blob store at the same time */
const TOPICS_AT_ONCE = 8

const anyOf = (ids: string[]) => sql<string>`any (${ids}::uuid[])`

const listComments = ({ tx }: ExportContext, ids: string[]) =>
  tx
    .selectFrom('issue_comments as c')
    .leftJoin('users as author', 'author.id', 'c.created_by')
    .leftJoin('issue_viewpoints as v', 'v.id', 'c.viewpoint_id')
    .where('c.issue_id', '=', anyOf(ids))
    .where('c.deleted_at', 'is', null)
    .select(['c.issue_id', 'c.text', 'c.created_at', 'c.edited_at', 'c.bcf', 'author.email'])
    .select([guidColumn('c').as('guid'), guidColumn('v').as('viewpoint_guid')])
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()

const listViewpoints = ({ tx }: ExportContext, ids: string[]) =>
  tx
    .selectFrom('issue_viewpoints as v')
    .where('v.issue_id', '=', anyOf(ids))
    .select(['v.id', 'v.issue_id', 'v.index', 'v.view', 'v.snapshot_key', 'v.markup', 'v.version'])
    .select(guidColumn('v').as('guid'))
    .orderBy('v.index')
    .orderBy('v.id')
    .execute()

/** GUIDs of visible related issues. */
async function listRelated({ tx, member }: ExportContext, ids: string[]) {
  const { rows } = await sql<{ issue_id: string; other_id: string }>`
    select a_id as issue_id, b_id as other_id from issue_relations where a_id = any (${ids}::uuid[])
    union all select b_id, a_id from issue_relations where b_id = any (${ids}::uuid[])`.execute(tx)
  const others = await visibleIssues(tx, member)
    .where('issues.id', '=', anyOf(rows.map(({ other_id }) => other_id)))
    .select(['issues.id', guidColumn('issues').as('guid')])
    .execute()
  const guids = new Map(others.map(({ id, guid }) => [id, guid]))
  return rows.flatMap(({ issue_id, other_id }) => {
    const guid = guids.get(other_id)
    return guid ? [{ issue_id, guid }] : []
  })
}

/** The models that issues are anchored in; a place found from a camera names none, since the file named none. */
async function listAnchoredModels({ tx }: ExportContext, ids: string[]) {
  const { rows } = await sql<{ issue_id: string; name: string; date: string | null }>`
    select distinct a.issue_id, coalesce(v.file_name, h.name) as name, v.created_at as date
    from issue_anchors a join bim_file_headers h on h.id = a.bim_file_header_id
    left join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    where a.issue_id = any (${ids}::uuid[]) and h.deleted_at is null and a.located_by is distinct from 'CAMERA'
    order by name, date`.execute(tx)
  return rows
}

async function listSnippets({ tx }: ExportContext, ids: string[]) {
  return tx
    .selectFrom('issue_bcf')
    .where('issue_id', '=', anyOf(ids))
    .where('snippet_blob_id', 'is not', null)
    .select(['issue_id', 'snippet_blob_id'])
    .execute()
}

type CommentRow = Awaited<ReturnType<typeof listComments>>[number]
type ViewRow = Awaited<ReturnType<typeof listViewpoints>>[number]

function buildComment({ guid, text, email, bcf, ...row }: CommentRow): BcfComment {
  const preserved = (bcf as PreservedComment | null) ?? {}
  const author = email ?? preserved.author ?? unknownAuthor
  const isUnedited =
    preserved.modified_date !== undefined &&
    Date.parse(preserved.modified_date) === Date.parse(row.edited_at ?? '')
  return {
    guid,
    date: row.created_at,
    author,
    ...(text === '' ? {} : { comment: formatMentions(text) }),
    ...(row.viewpoint_guid ? { viewpoint_guid: row.viewpoint_guid } : {}),
    ...(row.edited_at ? { modified_date: row.edited_at } : {}),
    ...(row.edited_at && (!isUnedited || preserved.modified_author)
      ? { modified_author: isUnedited ? preserved.modified_author : author }
      : {}),
  }
}

async function addSnapshot(ctx: ExportContext, row: ViewRow, entries: ArchiveEntries) {
  const snapshot = await findExportedSnapshot(ctx, { ...row, markup: row.markup as Markup | null })
  return snapshot && entries.add(`${row.id}/snapshot.${snapshot.extension}`, snapshot.read)
}

async function buildViewpoint(
  ctx: ExportContext,
  row: ViewRow,
  preserved: PreservedFields,
  entries: ArchiveEntries,
): Promise<BcfViewpoint> {
  const { bitmaps = [], ...view } = row.view as StoredViewpointView
  const snapshot = await addSnapshot(ctx, row, entries)
  const names = bitmaps.map(({ guid, bitmap_type }) =>
    entries.add(`${row.id}/${guid}.${bitmap_type}`, () =>
      ctx.blobs.read(buildBitmapKey(ctx.member.project_id, row.id, guid)),
    ),
  )
  return {
    guid: row.guid,
    ...(preserved.unindexed ? {} : { index: row.index }),
    view: bitmaps.length > 0 ? { ...view, bitmaps: bitmaps.map(({ guid: _, ...bitmap }) => bitmap) } : view,
    ...(snapshot === undefined ? {} : { snapshot }),
    bitmaps: names,
  }
}

function buildHeaderFiles(
  { member, blobs }: ExportContext,
  { files, blobs: stored = {} }: PreservedFields,
  entries: ArchiveEntries,
): HeaderFile[] {
  return (files ?? []).map((file) => {
    const blob = file.is_external || file.reference === undefined ? undefined : stored[file.reference]
    if (blob === undefined)
      return file.is_external ? file : { ...file, reference: undefined, is_external: true }
    const read = () => blobs.read(`${buildAttachmentFolder(member.project_id, blob)}/original`)
    return { ...file, reference: entries.add(`${blob}/${file.reference}`, read) }
  }) as HeaderFile[]
}

export interface PreparedTopic extends TopicToWrite {
  topic: Topic
  issue_id: string
  documents: BcfDocument[]
}

interface TopicParts {
  comments: CommentRow[]
  views: ViewRow[]
  attachments: TopicAttachments
  related: string[]
  models: HeaderFile[]
  snippet: string | undefined
}

function buildSnippet(
  ctx: ExportContext,
  { bim_snippet: snippet }: PreservedFields,
  blob: string | undefined,
  entries: ArchiveEntries,
) {
  if (!snippet || snippet.is_external) return snippet
  // no file has been uploaded for it yet
  if (blob === undefined) return undefined
  const read = () => ctx.blobs.read(`${buildAttachmentFolder(ctx.member.project_id, blob)}/original`)
  return { ...snippet, reference: entries.add(`${blob}/${snippet.reference}`, read) }
}

async function prepareTopic(ctx: ExportContext, row: TopicRow, parts: TopicParts): Promise<PreparedTopic> {
  const preserved = (row.preserved as PreservedFields | null) ?? {}
  const entries = new ArchiveEntries()
  const viewpoints: BcfViewpoint[] = []
  for (const view of parts.views) viewpoints.push(await buildViewpoint(ctx, view, preserved, entries))
  const { topic_type, topic_status, priority, ...fields } = buildTopic(row)
  const unsaid = new Set(preserved.unsaid_related)
  const topic: Topic = {
    ...fields,
    // an empty preserved word means that the file had none
    topic_type: topic_type || undefined,
    topic_status: topic_status || undefined,
    priority: priority || undefined,
    bim_snippet: buildSnippet(ctx, preserved, parts.snippet, entries),
    files: preserved.files ? buildHeaderFiles(ctx, preserved, entries) : parts.models,
    document_references: buildReferences(parts.attachments, preserved),
    related_topics: [
      ...new Set([...parts.related.filter((guid) => !unsaid.has(guid)), ...(preserved.related_topics ?? [])]),
    ].sort(),
    comments: parts.comments.map(buildComment),
    viewpoints,
  }
  const documents = [...parts.attachments.own, ...parts.attachments.shared].map((file) =>
    buildDocument(ctx, file, entries),
  )
  return { topic, issue_id: row.id, documents, openEntry: entries.read }
}

async function preparePage(ctx: ExportContext, rows: TopicRow[]): Promise<PreparedTopic[]> {
  const ids = rows.map(({ id }) => id)
  const groupByIssue = <T extends { issue_id: string }>(list: T[]) =>
    Map.groupBy(list, ({ issue_id }) => issue_id)
  const comments = groupByIssue(await listComments(ctx, ids))
  const views = groupByIssue(await listViewpoints(ctx, ids))
  const attachments = await listTopicAttachments(ctx, rows)
  const related = groupByIssue(await listRelated(ctx, ids))
  const models = groupByIssue(await listAnchoredModels(ctx, ids))
  const snippets = groupByIssue(await listSnippets(ctx, ids))
  const prepare = (row: TopicRow) => {
    const { id } = row
    const parts: TopicParts = {
      comments: comments.get(id) ?? [],
      views: views.get(id) ?? [],
      attachments: attachments.get(id) ?? { own: [], shared: [] },
      related: (related.get(id) ?? []).map(({ guid }) => guid),
      models: (models.get(id) ?? []).map(({ name, date }) => ({
        filename: name,
        is_external: true,
        ...(date === null ? {} : { date }),
      })),
      snippet: snippets.get(id)?.[0]?.snippet_blob_id ?? undefined,
    }
    return prepareTopic(ctx, row, parts)
  }
  const topics: PreparedTopic[] = []
  for (let at = 0; at < rows.length; at += TOPICS_AT_ONCE)
    topics.push(...(await Promise.all(rows.slice(at, at + TOPICS_AT_ONCE).map(prepare))))
  return topics
}

/** Prepares the visible issues with these numbers, in this order, as many at a time as fit in memory. */
export async function* prepareTopics(ctx: ExportContext, numbers: number[]): AsyncGenerator<PreparedTopic[]> {
  const issues = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .select(['issues.id', 'issues.number'])
    .execute()
  const byNumber = new Map(issues.map(({ id, number }) => [number, id]))
  const ids = numbers.flatMap((number) => byNumber.get(number) ?? [])
  const sizes = await readPartSizes(ctx.tx, ids)
  for (const page of cutBySize(ids, numbers.length, (id) => sizes.get(id) ?? 0)) {
    const rows = await selectTopics(ctx.tx, ctx.member).where('issues.id', '=', anyOf(page)).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield await preparePage(
      ctx,
      page.flatMap((id) => byId.get(id) ?? []),
    )
  }
}
