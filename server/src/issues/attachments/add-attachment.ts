import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/attachments'
import { maxAttachments } from '@plumbline/contract/issues/attachments'
import { reason } from '@plumbline/contract/reasons'
import type { Handler, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { type FoundIssue, findIssue } from '../visible.ts'
import {
  attachFile,
  buildAttachmentFolder,
  createTooManyFilesRefusal,
  presentAttachment,
  type StoredFile,
} from './attachments.ts'
import { detectFileKind, sanitizeFileName } from './file-kind.ts'
import { removeBlob } from './remove-blob.ts'
import { encodePhoto } from './renditions.ts'

/** Idempotent retry: returns the attachment already created with this id and drops the new bytes; refuses others' ids. */
async function findRepeatedAttachment(ctx: ProjectCtx, issue: FoundIssue, stored: StoredFile, id: string) {
  const row = await ctx.tx
    .selectFrom('issue_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('issue_id', '=', issue.id)
    .where('created_by', '=', ctx.member.user_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('conflict', reason('file_id_taken'))
  ctx.onCommit(() => removeBlob(ctx, buildAttachmentFolder(issue.project_id, stored.blob_id)))
  return row
}

export const addAttachment: Handler<typeof api.addAttachment, StoredFile> = {
  prepareFile: async (ctx, { params, query }, file) => {
    const issue = await findIssue(ctx, params.issueId)
    // with an id it may be a retry of the last allowed attachment
    if (issue.attachments >= maxAttachments && !query.id) throw createTooManyFilesRefusal()
    const kind = await detectFileKind(file)
    const photo = kind.kind === 'PHOTO' ? await encodePhoto(file.path) : null
    const blob_id = randomUUIDv7()
    const folder = buildAttachmentFolder(issue.project_id, blob_id)
    ctx.onFailure(() => removeBlob(ctx, folder))
    if (photo)
      for (const as of ['picture', 'thumbnail'] as const) await ctx.blobs.put(`${folder}/${as}`, photo[as])
    await ctx.blobs.putFile(`${folder}/original`, file.path)
    const { size, sha256 } = file
    const shows_fix = query.shows_fix === 'true'
    return { ...kind, blob_id, name: sanitizeFileName(query.name), size, sha256, shows_fix }
  },
  handle: async (ctx, { params, query }, stored) => {
    const issue = await findIssue(ctx, params.issueId, true)
    const row = await attachFile(ctx, issue, stored, query.id ?? randomUUIDv7())
    return presentAttachment(ctx, row ?? (await findRepeatedAttachment(ctx, issue, stored, query.id ?? '')))
  },
}
