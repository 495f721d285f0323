import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { BytesReply, ProjectCtx } from '../../context.ts'
import { json } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { folderOf, type StoredFile, storeFile } from '../../issues/attachments/attachments.ts'
import { sendAttachment, sendWhole } from '../../issues/attachments/send.ts'
import { visibleIssues } from '../../issues/visible.ts'

/**
 * Documents of a project: the attachments of issues that the caller sees, and what was sent here and belongs to no
 * issue yet. With its first reference such a document becomes an attachment under the same GUID (references.ts).
 */

type DocumentRow = Selectable<Tables['bcf_documents']>

/** An attachment of an issue that the caller sees. */
export const visibleAttachments = ({ tx, member }: ProjectCtx) =>
  visibleIssues(tx, member)
    .innerJoin('issue_attachments as a', 'a.issue_id', 'issues.id')
    .select(['a.id', 'a.name', 'a.issue_id', 'a.kind', 'a.created_at'])

export const findSent = ({ tx, member }: ProjectCtx, id: string): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('bcf_documents')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', member.project_id)
    .executeTakeFirst()

export async function listDocuments(ctx: ProjectCtx) {
  const sent = await ctx.tx
    .selectFrom('bcf_documents')
    .select(['id as guid', 'name as filename'])
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10_000)
    .execute()
  const attached = await visibleAttachments(ctx)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(10_000)
    .execute()
  return [...attached.map(({ id, name }) => ({ guid: id, filename: name })), ...sent]
}

interface Asked {
  query: { guid?: string | undefined }
}

/** Whether this id names a document of the project already, seen by the caller or not. */
async function isTaken({ tx, member }: ProjectCtx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('issue_attachments as a')
    .innerJoin('issues', 'issues.id', 'a.issue_id')
    .select('a.id')
    .where('a.id', '=', id)
    .where('issues.project_id', '=', member.project_id)
    .executeTakeFirst()
  return found !== undefined
}

export const takeDocument = {
  prepareFile: (ctx: ProjectCtx, _: Asked, file: LocalFile) => storeFile(ctx, file.name ?? 'document', file),
  handle: async (ctx: ProjectCtx, { query }: Asked, stored: StoredFile) => {
    const { project_id, user_id } = ctx.member
    const insert = (id: string) =>
      ctx.tx
        .insertInto('bcf_documents')
        .values({
          ...stored,
          ...('taken_place' in stored ? { taken_place: json(stored.taken_place) } : {}),
          ...{ id, project_id, created_by: user_id, created_at: ctx.now().toISOString() },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning(['id as guid', 'name as filename'])
        .executeTakeFirst()
    const wished = query.guid?.toLowerCase()
    const isHere = wished && ((await isTaken(ctx, wished)) || (await findSent(ctx, wished)))
    if (isHere) throw new Refusal('already_exists', { message: 'There is a file with this id' })
    // what another project has is not told: the document gets a GUID of ours then
    const document = (wished && (await insert(wished))) || (await insert(randomUUIDv7()))
    if (!document) throw new Refusal('already_exists')
    await ctx.tell('project.updated', { project_id, data: {}, audience: { level: 'VIEWER' } })
    return document
  },
}

export async function sendDocument(
  ctx: ProjectCtx,
  { params }: { params: { documentGuid: string } },
): Promise<BytesReply> {
  const attached = await visibleAttachments(ctx).where('a.id', '=', params.documentGuid).executeTakeFirst()
  if (attached) {
    const { id: attachmentId, issue_id: issueId } = attached
    return sendAttachment(ctx, { params: { id: ctx.member.project_id, issueId, attachmentId }, query: {} })
  }
  const sent = await findSent(ctx, params.documentGuid)
  if (!sent) throw new Refusal('not_found')
  const folder = folderOf(sent.project_id, sent.blob_id)
  const isOwn = sent.created_by === ctx.member.user_id
  // of a photo others get the picture, without place, time and camera
  if (sent.kind === 'FILE' || isOwn) return sendWhole(ctx, `${folder}/original`, sent)
  return sendWhole(ctx, `${folder}/picture`, { name: `${sent.name}.webp`, type: 'image/webp' })
}
