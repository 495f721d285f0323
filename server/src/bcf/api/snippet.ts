import { randomUUIDv7 } from 'node:crypto'
import path from 'node:path'
import type { BytesReply, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { folderOf } from '../../issues/attachments/attachments.ts'
import { safeName } from '../../issues/attachments/file-kind.ts'
import { sendWhole } from '../../issues/attachments/send.ts'
import { demand } from '../../issues/may.ts'
import type { FoundIssue } from '../../issues/visible.ts'
import { readKept } from '../kept.ts'
import { changeKept, editTopic } from './change-kept.ts'
import { findTopic } from './find.ts'

/** The file of a topic's BIM snippet. */

interface Ref {
  params: { topicGuid: string }
}

const removeBytes = (ctx: ProjectCtx, blob_id: string) =>
  void ctx.blobs
    .remove(folderOf(ctx.member.project_id, blob_id))
    .catch((err: unknown) => ctx.log.warn({ err }, 'snippet'))

const blobOf = async ({ tx }: ProjectCtx, issueId: string) =>
  (
    await tx
      .selectFrom('issue_bcf')
      .select('snippet_blob_id')
      .where('issue_id', '=', issueId)
      .executeTakeFirst()
  )?.snippet_blob_id ?? null

export async function sendSnippet(ctx: ProjectCtx, { params }: Ref): Promise<BytesReply> {
  const { id } = await findTopic(ctx, params.topicGuid)
  const blob = await blobOf(ctx, id)
  const { bim_snippet } = await readKept(ctx.tx, id)
  if (!blob || !bim_snippet) throw new Refusal('not_found')
  const type = 'application/octet-stream'
  return sendWhole(ctx, `${folderOf(ctx.member.project_id, blob)}/original`, {
    name: bim_snippet.reference,
    type,
  })
}

interface Stored {
  blob_id: string
  name: string
}

async function storeBytes(ctx: ProjectCtx, { params }: Ref, file: LocalFile): Promise<Stored> {
  demand(ctx.member, await findTopic(ctx, params.topicGuid), 'EDIT')
  const blob_id = randomUUIDv7()
  ctx.onFailure(() => removeBytes(ctx, blob_id))
  await ctx.blobs.putFile(`${folderOf(ctx.member.project_id, blob_id)}/original`, file.path)
  return { blob_id, name: safeName(file.name ?? 'snippet') }
}

/** The snippet says then that its file is here, by its name; its kind and schema stay, where they were said. */
export const takeSnippet = {
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

/** Of an issue that is held: the file goes once the change is certain. */
export async function forgetSnippet(ctx: ProjectCtx, { id }: Pick<FoundIssue, 'id'>): Promise<void> {
  const blob = await blobOf(ctx, id)
  if (!blob) return
  await ctx.tx.updateTable('issue_bcf').set({ snippet_blob_id: null }).where('issue_id', '=', id).execute()
  ctx.onCommit(() => removeBytes(ctx, blob))
}
