import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { convertNameConflict, levelColumns, publishLevelsUpdated } from './levels.ts'

export async function updateLevel(ctx: ProjectCtx, { params, body }: Input<typeof api.updateLevel>) {
  const level = await ctx.tx
    .updateTable('levels')
    .set(body)
    .where('id', '=', params.levelId)
    .where('project_id', '=', ctx.member.project_id)
    .returning(levelColumns)
    .executeTakeFirst()
    .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
  if (!level) throw new Refusal('not_found')
  await publishLevelsUpdated(ctx)
  return level
}
