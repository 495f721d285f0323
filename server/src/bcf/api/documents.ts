import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { BytesReply, ProjectCtx } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { folderOf, type StoredFile } from '../../issues/attachments/attachments.ts'
import { safeName, typeOf } from '../../issues/attachments/file-kind.ts'
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

/** A document is for everybody as it was sent, pictures, too: a FILE, also where it becomes an attachment. */
export type StoredDocument = Extract<StoredFile, { kind: 'FILE' }>

async function storeDocument(ctx: ProjectCtx, _: Asked, file: LocalFile): Promise<StoredDocument> {
  const blob_id = randomUUIDv7()
  const folder = folderOf(ctx.member.project_id, blob_id)
  ctx.onFailure(() => {
    void ctx.blobs.remove(folder).catch((err: unknown) => ctx.log.warn({ err }, 'document'))
  })
  const type = await typeOf(file)
  await ctx.blobs.putFile(`${folder}/original`, file.path)
  const { size, sha256 } = file
  return { kind: 'FILE', type, blob_id, name: safeName(file.name ?? 'document'), size, sha256 }
}

export const takeDocument = {
  prepareFile: storeDocument,
  handle: async (ctx: ProjectCtx, { query }: Asked, { kind: _, ...stored }: StoredDocument) => {
    const { project_id, user_id } = ctx.member
    const insert = (id: string) =>
      ctx.tx
        .insertInto('bcf_documents')
        .values({
          ...stored,
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
  return sendWhole(ctx, `${folderOf(sent.project_id, sent.blob_id)}/original`, sent)
}
