import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishLevelsUpdated } from './levels.ts'

export async function deleteLevel(ctx: ProjectCtx, { params }: Input<typeof api.deleteLevel>): Promise<void> {
  const level = await ctx.tx
    .selectFrom('levels')
    .select('id')
    .where('id', '=', params.levelId)
    .where('project_id', '=', ctx.member.project_id)
    .forUpdate()
    .executeTakeFirst()
  if (!level) throw new Refusal('not_found')
  await publishLevelsUpdated(ctx, { kind: 'REMOVED', level_id: level.id, by: ctx.member.user_id })
  await ctx.tx.deleteFrom('levels').where('id', '=', level.id).execute()
}
