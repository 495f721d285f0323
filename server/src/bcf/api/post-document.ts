import { randomUUIDv7 } from 'node:crypto'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { detectMediaType, sanitizeFileName } from '../../issues/attachments/file-kind.ts'
import { findUnattachedDocument, type StoredDocument } from './documents.ts'

interface DocumentQuery {
  query: { guid?: string | undefined }
}

/** Whether an attachment of the project has this id, visible to the caller or not. */
async function isAttachmentId({ tx, member }: ProjectCtx, id: string): Promise<boolean> {
  // past visible.ts: an id in use is refused, whoever uses it
  const found = await tx
    .selectFrom('issue_attachments as a')
    .innerJoin('issues', 'issues.id', 'a.issue_id')
    .select('a.id')
    .where('a.id', '=', id)
    .where('issues.project_id', '=', member.project_id)
    .executeTakeFirst()
  return found !== undefined
}

async function storeDocument(ctx: ProjectCtx, _: DocumentQuery, file: LocalFile): Promise<StoredDocument> {
  const blob_id = randomUUIDv7()
  const folder = buildAttachmentFolder(ctx.member.project_id, blob_id)
  ctx.onFailure(() => {
    void ctx.blobs.remove(folder).catch((err: unknown) => ctx.log.warn({ err }, 'document'))
  })
  const type = await detectMediaType(file)
  await ctx.blobs.putFile(`${folder}/original`, file.path)
  const { size, sha256 } = file
  return { kind: 'FILE', type, blob_id, name: sanitizeFileName(file.name ?? 'document'), size, sha256 }
}

export const postDocument = {
  prepareFile: storeDocument,
  handle: async (ctx: ProjectCtx, { query }: DocumentQuery, { kind: _, ...stored }: StoredDocument) => {
    const { project_id, user_id } = ctx.member
    const insert = (id: string) =>
      ctx.tx
        .insertInto('bcf_documents')
        .values({
          ...stored,
          id,
          project_id,
          created_by: user_id,
          created_at: ctx.now().toISOString(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning(['id as guid', 'name as filename'])
        .executeTakeFirst()
    const requestedGuid = query.guid?.toLowerCase()
    const isInUse =
      requestedGuid &&
      ((await isAttachmentId(ctx, requestedGuid)) || (await findUnattachedDocument(ctx, requestedGuid)))
    if (isInUse) throw new Refusal('already_exists', reason('file_id_taken'))
    // a GUID of another project is not revealed: the document gets a new one
    const document = (requestedGuid && (await insert(requestedGuid))) || (await insert(randomUUIDv7()))
    if (!document) throw new Refusal('already_exists')
    await ctx.tell('project.updated', { project_id, data: {}, audience: { level: 'VIEWER' } })
    return document
  },
}
