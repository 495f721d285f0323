import type { ProjectCtx } from '../../context.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import type { FoundIssue } from '../../issues/visible.ts'

/** The file of a topic's BIM snippet. */

export const removeSnippetBlob = (ctx: ProjectCtx, blob_id: string) =>
  void ctx.blobs
    .remove(buildAttachmentFolder(ctx.member.project_id, blob_id))
    .catch((err: unknown) => ctx.log.warn({ err }, 'snippet'))

export const findSnippetBlob = async ({ tx }: ProjectCtx, issueId: string) =>
  (
    await tx
      .selectFrom('issue_bcf')
      .select('snippet_blob_id')
      .where('issue_id', '=', issueId)
      .executeTakeFirst()
  )?.snippet_blob_id ?? null

/** Detaches the snippet of a locked issue; its blob is removed after the commit. */
export async function detachSnippet(ctx: ProjectCtx, { id }: Pick<FoundIssue, 'id'>): Promise<void> {
  const blob = await findSnippetBlob(ctx, id)
  if (!blob) return
  await ctx.tx.updateTable('issue_bcf').set({ snippet_blob_id: null }).where('issue_id', '=', id).execute()
  ctx.onCommit(() => removeSnippetBlob(ctx, blob))
}
