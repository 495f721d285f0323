import { createHash, randomUUIDv7 } from 'node:crypto'
import type { BcfComment, BcfViewpoint, DocumentReference } from '@plumbline/bcf/model'
import type { NewAnchor } from '@plumbline/contract/issues/anchors'
import { maxAttachments } from '@plumbline/contract/issues/attachments'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { WriteContext } from '../../context.ts'
import type { StoredFile } from '../../issues/attachments/attachments.ts'
import type { NewEntry } from '../../issues/log.ts'
import { buildShowsFix } from '../../issues/proof.ts'
import { computeNextIndex, readPendingVersions } from '../../issues/viewpoints.ts'
import type { PreservedComment, PreservedFields } from '../preserved-fields.ts'
import type { ExistingComment } from './existing-topics.ts'
import { findPersonId, type ImportProject } from './import-columns.ts'
import type { StoredParts } from './staged.ts'

/** Inserts the imported parts of many issues, one statement per kind. */

/** A locked issue that parts are written to. */
export interface WriteTarget {
  issue_id: string
  round: number
  is_new: boolean
  attachments: number
  /** checksums of its attachments */
  checksums: ReadonlySet<string>
  last_view_index: number
  /** viewpoint ids by GUID */
  views: Map<string, string>
  /** stored blobs of the topic; null if it has none */
  stored: StoredParts | null
  preserved: PreservedFields
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

const buildPreservedComment = ({ author, modified_date, modified_author }: BcfComment): PreservedComment => ({
  author,
  ...(modified_date === undefined ? {} : { modified_date }),
  ...(modified_author === undefined ? {} : { modified_author }),
})

export interface ViewpointWrite {
  target: WriteTarget
  viewpoint: BcfViewpoint
}

/** Inserts viewpoints; skips pictures that could not be decoded. */
export async function writeViewpoints(ctx: WriteContext, views: ViewpointWrite[]): Promise<NewEntry[]> {
  const entries: NewEntry[] = []
  const rows = views.flatMap(({ target, viewpoint: { guid, view, index } }) => {
    const pictures = target.stored?.views[guid]
    if (!pictures) return []
    const { bitmaps = [], ...rest } = view
    const preserved = bitmaps.flatMap((bitmap, at) => {
      const picture = pictures.bitmaps[at]
      return picture ? [{ ...bitmap, ...picture }] : []
    })
    target.last_view_index = computeNextIndex(target.last_view_index)
    target.views.set(guid, pictures.id)
    if (!target.is_new)
      entries.push({ issue_id: target.issue_id, kind: 'VIEW_ADDED', data: { viewpoint_id: pictures.id } })
    return {
      id: pictures.id,
      bcf_guid: guid,
      issue_id: target.issue_id,
      snapshot_key: pictures.snapshot_key,
      index: index ?? target.last_view_index,
      view: preserved.length > 0 ? { ...rest, bitmaps: preserved } : rest,
    }
  })
  if (rows.length > 0)
    await sql`
      insert into issue_viewpoints (id, bcf_guid, issue_id, snapshot_key, index, view, created_by, created_at,
        model_versions)
      select id, bcf_guid, issue_id, snapshot_key, index, view, ${ctx.member.user_id}::uuid,
        ${ctx.now().toISOString()}::timestamptz, ${JSON.stringify(await readPendingVersions(ctx))}::jsonb
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v (id uuid, bcf_guid uuid, issue_id uuid, snapshot_key text, index integer, view jsonb)`.execute(
      ctx.tx,
    )
  return entries
}

export interface CommentWrite {
  target: WriteTarget
  comment: BcfComment
}

/** Inserts comments; called after `writeViewpoints`, which fills `views`. */
export async function writeComments(
  ctx: WriteContext,
  comments: CommentWrite[],
  project: ImportProject,
): Promise<NewEntry[]> {
  const rows = comments.map(({ target, comment }) => ({
    id: randomUUIDv7(),
    bcf_guid: comment.guid,
    issue_id: target.issue_id,
    round: target.round,
    text: comment.comment ?? '',
    viewpoint_id: target.views.get(comment.viewpoint_guid ?? '') ?? null,
    created_by: findPersonId(project, comment.author),
    created_at: comment.date,
    edited_at: comment.modified_date ?? null,
    bcf: buildPreservedComment(comment),
  }))
  if (rows.length > 0)
    await sql`
      insert into issue_comments (id, bcf_guid, issue_id, round, text, viewpoint_id, created_by, created_at, edited_at,
        bcf, shows_fix)
      select v.*, ${buildShowsFix(sql`v.issue_id`)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, bcf_guid uuid, issue_id uuid,
        round integer, text text, viewpoint_id uuid, created_by uuid, created_at timestamptz,
        edited_at timestamptz, bcf jsonb)`.execute(ctx.tx)
  return rows.map(({ id, issue_id, text, viewpoint_id }) => {
    const shown = viewpoint_id ? { viewpoint_id } : {}
    return { issue_id, kind: 'COMMENTED', data: { comment_id: id, sha256: hashText(text), ...shown } }
  })
}

export async function updateComments(
  ctx: WriteContext,
  edits: { issue_id: string; before: ExistingComment; comment: BcfComment }[],
): Promise<NewEntry[]> {
  if (edits.length === 0) return []
  const rows = edits.map(({ before, comment }) => ({
    id: before.id,
    text: comment.comment ?? '',
    edited_at: comment.modified_date ?? comment.date,
    bcf: buildPreservedComment(comment),
  }))
  await sql`
    update issue_comments c set text = v.text, edited_at = v.edited_at, bcf = v.bcf
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (id uuid, text text, edited_at timestamptz, bcf jsonb)
    where c.id = v.id`.execute(ctx.tx)
  return edits.map(({ issue_id, before, comment }) => ({
    issue_id,
    kind: 'COMMENT_EDITED' as const,
    data: { comment_id: before.id, sha256: hashText(comment.comment ?? '') },
  }))
}

export interface ReferenceWrite {
  target: WriteTarget
  references: DocumentReference[]
  descriptions: Map<string, string | undefined>
}

const isStored = (file: StoredParts['documents'][string] | undefined): file is StoredFile =>
  file !== undefined && 'sha256' in file

/** Inserts documents as attachments and preserves their references. */
export async function writeReferences(
  ctx: WriteContext,
  referring: ReferenceWrite[],
): Promise<{ entries: NewEntry[]; attached: Map<string, number>; tooMany: number }> {
  const rows: object[] = []
  const entries: NewEntry[] = []
  const attached = new Map<string, number>()
  let tooMany = 0
  for (const { target, references, descriptions } of referring) {
    const ids = new Map<string, string>()
    const preserved: DocumentReference[] = []
    for (const reference of references) {
      const guid = reference.document_guid
      const file = guid === undefined ? undefined : target.stored?.documents[guid]
      if (guid === undefined) preserved.push(reference)
      if (guid === undefined || !isStored(file)) continue
      // a program that drops the GUIDs of references, which 2.1 does not require, gives back the document as a new one
      if (target.checksums.has(file.sha256)) continue
      const count = target.attachments + (attached.get(target.issue_id) ?? 0)
      if (!ids.has(guid) && count >= maxAttachments) {
        tooMany++
        continue
      }
      const id = ids.get(guid) ?? randomUUIDv7()
      preserved.push({ ...reference, document_guid: id })
      if (ids.has(guid)) continue
      ids.set(guid, id)
      attached.set(target.issue_id, (attached.get(target.issue_id) ?? 0) + 1)
      rows.push({ ...file, id, issue_id: target.issue_id, round: target.round })
      const data = { attachment_id: id, subject: file.name, sha256: file.sha256 }
      entries.push({ issue_id: target.issue_id, kind: 'ATTACHED', data })
      target.preserved.documents = {
        ...target.preserved.documents,
        [id]: { guid, description: descriptions.get(guid) },
      }
    }
    if (preserved.length > 0)
      target.preserved.document_references = [...(target.preserved.document_references ?? []), ...preserved]
  }
  if (rows.length > 0)
    await sql`
      insert into issue_attachments (id, issue_id, blob_id, name, type, size, kind, sha256, round, shows_fix, created_by, created_at)
      select id, issue_id, blob_id, name, type, size, kind, sha256, round, ${buildShowsFix(sql`issue_id`)}, ${ctx.member.user_id}::uuid,
        ${ctx.now().toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, issue_id uuid, blob_id uuid, name text,
        type text, size bigint, kind text, sha256 text, round integer)`.execute(ctx.tx)
  return { entries, attached, tooMany }
}

export interface AnchorWrite {
  id?: string
  issue_id: string
  located_by: 'FILE' | 'CAMERA'
  anchor: z.output<typeof NewAnchor>
}

export async function writeAnchors({ tx }: Pick<WriteContext, 'tx'>, placed: AnchorWrite[]): Promise<void> {
  if (placed.length === 0) return
  const rows = placed.map(({ anchor, ...place }) => ({ id: randomUUIDv7(), ...anchor, ...place }))
  await sql`
    insert into issue_anchors (id, issue_id, bim_file_header_id, variant_version_at_creation, ifc_guid, ifc_class,
      element_name, point, located_by, "order")
    select id, issue_id, bim_file_header_id, variant_version_at_creation, ifc_guid, ifc_class, element_name, point,
      located_by, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, issue_id uuid, bim_file_header_id uuid,
      variant_version_at_creation integer, ifc_guid text, ifc_class text, element_name text, point jsonb,
      located_by text)`.execute(tx)
}

/** `snippet`: blob id of the snippet, null for none; undefined leaves it unchanged. */
export async function writePreservedFields(
  { tx }: WriteContext,
  fields: { issue_id: string; topic: PreservedFields; snippet?: string | null }[],
): Promise<void> {
  if (fields.length === 0) return
  const rows = fields.map(({ snippet, ...row }) => ({ ...row, snippet, isUnchanged: snippet === undefined }))
  await sql`
    insert into issue_bcf as k (issue_id, topic, snippet_blob_id)
    select issue_id, topic, snippet from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (issue_id uuid, topic jsonb, snippet uuid)
    on conflict (issue_id) do update set topic = excluded.topic`.execute(tx)
  const changed = rows.filter(({ isUnchanged }) => !isUnchanged)
  if (changed.length > 0)
    await sql`
      update issue_bcf k set snippet_blob_id = v.snippet
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as v (issue_id uuid, snippet uuid)
      where k.issue_id = v.issue_id`.execute(tx)
}
