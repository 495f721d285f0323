import { randomUUIDv7 } from 'node:crypto'
import path from 'node:path'
import type { ProjectCtx } from '../../context.ts'
import type { LocalFile } from '../../http/upload.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { sanitizeFileName } from '../../issues/attachments/file-kind.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { getPreservedFields } from '../preserved-fields.ts'
import { detachSnippet, removeSnippetBlob } from './snippet.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'
import { lockTopicForEdit, updatePreservedFields } from './update-preserved-fields.ts'

interface StoredSnippet {
  blob_id: string
  name: string
}

async function storeSnippet(
  ctx: ProjectCtx,
  { params }: TopicInput,
  file: LocalFile,
): Promise<StoredSnippet> {
  checkIssueAction(ctx.member, await getTopicRow(ctx, params.topicGuid), 'EDIT')
  const blob_id = randomUUIDv7()
  ctx.onFailure(() => removeSnippetBlob(ctx, blob_id))
  await ctx.blobs.putFile(`${buildAttachmentFolder(ctx.member.project_id, blob_id)}/original`, file.path)
  return { blob_id, name: sanitizeFileName(file.name ?? 'snippet') }
}

/** Stores the file and marks the snippet as internal; its type and schema stay as they were. */
export const putSnippet = {
  prepareFile: storeSnippet,
  handle: async (
    ctx: ProjectCtx,
    { params }: TopicInput,
    { blob_id, name }: StoredSnippet,
  ): Promise<void> => {
    const issue = await lockTopicForEdit(ctx, params.topicGuid)
    const { bim_snippet } = await getPreservedFields(ctx.tx, issue.id)
    await detachSnippet(ctx, issue)
    const snippet_type = bim_snippet?.snippet_type || path.extname(name)
    const reference_schema = bim_snippet?.reference_schema ?? ''
    await updatePreservedFields(ctx, issue, {
      bim_snippet: { snippet_type, reference_schema, is_external: false, reference: name },
    })
    await ctx.tx
      .insertInto('issue_bcf')
      .values({ issue_id: issue.id, topic: '{}', snippet_blob_id: blob_id })
      .onConflict((conflict) => conflict.column('issue_id').doUpdateSet({ snippet_blob_id: blob_id }))
      .execute()
  },
}
