import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { columns, nameTaken, tellLevels } from './levels.ts'

export async function updateLevel(ctx: ProjectCtx, { params, body }: Input<typeof api.updateLevel>) {
  const level = await ctx.tx
    .updateTable('levels')
    .set(body)
    .where('id', '=', params.levelId)
    .where('project_id', '=', ctx.member.project_id)
    .returning(columns)
    .executeTakeFirst()
    .catch((error: unknown) => Promise.reject(nameTaken(error)))
  if (!level) throw new Refusal('not_found')
  await tellLevels(ctx)
  return level
}
