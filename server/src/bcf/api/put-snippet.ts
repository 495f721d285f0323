import { randomUUIDv7 } from 'node:crypto'
import path from 'node:path'
import type { ProjectCtx } from '../../context.ts'
import type { LocalFile } from '../../http/upload.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { sanitizeFileName } from '../../issues/attachments/file-kind.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { readKept } from '../kept.ts'
import { changeKept, editTopic } from './change-kept.ts'
import { findTopic } from './find.ts'
import { forgetSnippet, type Ref, removeBytes } from './snippet.ts'

interface Stored {
  blob_id: string
  name: string
}

async function storeBytes(ctx: ProjectCtx, { params }: Ref, file: LocalFile): Promise<Stored> {
  checkIssueAction(ctx.member, await findTopic(ctx, params.topicGuid), 'EDIT')
  const blob_id = randomUUIDv7()
  ctx.onFailure(() => removeBytes(ctx, blob_id))
  await ctx.blobs.putFile(`${buildAttachmentFolder(ctx.member.project_id, blob_id)}/original`, file.path)
  return { blob_id, name: sanitizeFileName(file.name ?? 'snippet') }
}

/** The snippet says then that its file is here, by its name; its kind and schema stay, where they were said. */
export const putSnippet = {
  prepareFile: storeBytes,
  handle: async (ctx: ProjectCtx, { params }: Ref, { blob_id, name }: Stored): Promise<void> => {
    const issue = await editTopic(ctx, params.topicGuid)
    const { bim_snippet } = await readKept(ctx.tx, issue.id)
    await forgetSnippet(ctx, issue)
    const snippet_type = bim_snippet?.snippet_type || path.extname(name)
    const reference_schema = bim_snippet?.reference_schema ?? ''
    await changeKept(ctx, issue, {
      bim_snippet: { snippet_type, reference_schema, is_external: false, reference: name },
    })
    await ctx.tx
      .insertInto('issue_bcf')
      .values({ issue_id: issue.id, topic: '{}', snippet_blob_id: blob_id })
      .onConflict((conflict) => conflict.column('issue_id').doUpdateSet({ snippet_blob_id: blob_id }))
      .execute()
  },
}
