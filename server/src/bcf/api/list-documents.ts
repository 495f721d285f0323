import type { ProjectCtx } from '../../context.ts'
import { selectVisibleAttachments } from './documents.ts'

export async function listDocuments(ctx: ProjectCtx) {
  const sent = await ctx.tx
    .selectFrom('bcf_documents')
    .select(['id as guid', 'name as filename'])
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10_000)
    .execute()
  const attached = await selectVisibleAttachments(ctx)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(10_000)
    .execute()
  return [...attached.map(({ id, name }) => ({ guid: id, filename: name })), ...sent]
}
