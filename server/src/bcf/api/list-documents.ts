import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { selectVisibleAttachments } from './documents.ts'

/** The BCF API has no pages of documents: a truncated list would look complete. */
const MAX_DOCUMENTS = 100_000

export async function listDocuments(ctx: ProjectCtx) {
  const sent = await ctx.tx
    .selectFrom('bcf_documents')
    .select(['id as guid', 'name as filename'])
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_DOCUMENTS + 1)
    .execute()
  const attached = await selectVisibleAttachments(ctx)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(MAX_DOCUMENTS + 1)
    .execute()
  if (sent.length + attached.length > MAX_DOCUMENTS)
    throw new Refusal('too_large', reason('answer_too_large', { count: MAX_DOCUMENTS }))
  return [...attached.map(({ id, name }) => ({ guid: id, filename: name })), ...sent]
}
