import type { ProjectCtx } from '../context.ts'

export async function getMembership({ tx, member }: ProjectCtx) {
  const row = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', member.project_id)
    .where('user_id', '=', member.user_id)
    .executeTakeFirst()
  return { ...member, is_implied: row === undefined }
}
