import type { BcfDocument, DocumentReference } from '@plumbline/bcf/model'
import { sql } from 'kysely'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { ensureRendition } from '../../issues/attachments/renditions.ts'
import { visibleIssues } from '../../issues/visible.ts'
import type { TopicRow } from '../build-topic.ts'
import type { PreservedFields } from '../preserved-fields.ts'
import type { ArchiveEntries, ExportContext } from './archive-entries.ts'

/** Attachments of issues, and attachments of other issues referred to by a topic, as documents of an archive. */

/** The attachments of visible issues, with their names in a file. */
const selectAttachments = ({ tx, member }: ExportContext) =>
  visibleIssues(tx, member)
    .innerJoin('issue_attachments as a', 'a.issue_id', 'issues.id')
    .leftJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .select(['a.id', 'a.issue_id', 'a.blob_id', 'a.name', 'a.kind', 'a.markup', 'a.version'])
    .select(
      sql<NonNullable<PreservedFields['documents']>[string] | null>`k.topic->'documents'->a.id::text`.as(
        'document',
      ),
    )

type AttachmentRow = Awaited<ReturnType<ReturnType<typeof selectAttachments>['executeTakeFirstOrThrow']>>

export interface TopicAttachments {
  own: AttachmentRow[]
  /** attachments of other issues */
  shared: AttachmentRow[]
}

const listReferences = ({ preserved }: TopicRow): DocumentReference[] =>
  (preserved as PreservedFields | null)?.document_references ?? []

/** The attachments of each of these issues by its id; programs refer to one document in many topics. */
export async function listTopicAttachments(
  ctx: ExportContext,
  rows: TopicRow[],
): Promise<Map<string, TopicAttachments>> {
  const ids = rows.map(({ id }) => id)
  const named = rows.flatMap((row) => listReferences(row).flatMap(({ document_guid }) => document_guid ?? []))
  const found = await selectAttachments(ctx)
    .where(sql<boolean>`(a.issue_id = any (${ids}::uuid[]) or a.id = any (${named}::uuid[]))`)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const byIssue = Map.groupBy(found, ({ issue_id }) => issue_id)
  return new Map(
    rows.map((row) => {
      const guids = new Set(listReferences(row).map(({ document_guid }) => document_guid))
      const shared = [...guids].flatMap((guid) => byId.get(guid ?? '') ?? [])
      return [
        row.id,
        { own: byIssue.get(row.id) ?? [], shared: shared.filter(({ issue_id }) => issue_id !== row.id) },
      ]
    }),
  )
}

/** Adds an attachment as document; of a photo the rendition with markup and without EXIF. */
export function buildDocument(ctx: ExportContext, file: AttachmentRow, entries: ArchiveEntries): BcfDocument {
  const { blobs, member } = ctx
  const folder = buildAttachmentFolder(member.project_id, file.blob_id)
  const isPhoto = file.kind === 'PHOTO'
  const filename = isPhoto ? `${file.name.replace(/\.\w{1,5}$/, '')}.webp` : file.name
  const drawn = { ...file, folder, picture: `${folder}/picture`, thumbnail: `${folder}/thumbnail` }
  const entry = entries.add(`${file.id}/${filename}`, async () =>
    blobs.read(isPhoto ? await ensureRendition(blobs, drawn, 'marked', false) : `${folder}/original`),
  )
  return {
    guid: file.document?.guid ?? file.id,
    filename,
    entry,
    ...(file.document?.description === undefined ? {} : { description: file.document.description }),
  }
}

/** Preserved references, and one for each own attachment that no preserved reference names. */
export function buildReferences(
  { own, shared }: TopicAttachments,
  { document_references: preserved = [] }: PreservedFields,
): DocumentReference[] {
  const guids = new Map([...own, ...shared].map(({ id, document }) => [id, document?.guid ?? id]))
  const references = preserved.filter(
    ({ document_guid }) => document_guid === undefined || guids.has(document_guid),
  )
  const referenced = new Set(references.map(({ document_guid }) => document_guid))
  const unnamed = own
    .filter(({ id }) => !referenced.has(id))
    .map(({ id }) => ({ guid: id, document_guid: id }))
  return [...unnamed, ...references].map((reference) => {
    const { document_guid: id } = reference
    return id === undefined ? reference : { ...reference, document_guid: guids.get(id) ?? id }
  })
}
