import { recordAudit } from '../audit/record-audit.ts'
import type { ProjectCtx } from '../context.ts'
import { listAdministratorIds } from '../projects/project-roles.ts'
import { generateAccessCode } from './access-codes.ts'
import { getAccessCode } from './get-access-code.ts'

/** Replaces the code; look-ups of the old code no longer entitle to request access. */
export async function regenerateAccessCode(ctx: ProjectCtx) {
  const { project_id } = ctx.member
  await ctx.tx
    .updateTable('access_codes')
    .set({ code: generateAccessCode(), created_at: ctx.now().toISOString() })
    .where('project_id', '=', project_id)
    .execute()
  const audience = { users: await listAdministratorIds(ctx.tx, project_id) }
  await ctx.tell('access.updated', { project_id, data: {}, audience })
  await recordAudit(ctx, { project_id }, { kind: 'ACCESS_CODE_RENEWED' })
  return getAccessCode(ctx)
}
