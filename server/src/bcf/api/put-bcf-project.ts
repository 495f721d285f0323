import type { ProjectCtx } from '../../context.ts'
import { updateProject } from '../../projects/update-project.ts'
import { getBcfProject } from './get-bcf-project.ts'
import { demandMatch } from './tags.ts'

export async function putBcfProject(ctx: ProjectCtx, { body }: { body: { name: string } }) {
  await demandMatch(ctx.http, () => getBcfProject(ctx))
  await updateProject(ctx, { body })
  return getBcfProject(ctx)
}
