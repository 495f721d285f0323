import type { ProjectCtx } from '../../context.ts'
import { updateProject } from '../../projects/update-project.ts'
import { getBcfProject } from './get-bcf-project.ts'
import { checkIfMatch } from './tags.ts'

export async function putBcfProject(ctx: ProjectCtx, { body }: { body: { name: string } }) {
  await checkIfMatch(ctx.http, () => getBcfProject(ctx))
  await updateProject(ctx, { body })
  return getBcfProject(ctx)
}
