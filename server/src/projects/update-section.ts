import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { nameTaken } from './levels.ts'
import { listSections } from './list-sections.ts'
import { lockedSections, tellSections, writeOrder } from './sections.ts'

export async function updateSection(ctx: ProjectCtx, { params, body }: Input<typeof api.updateSection>) {
  const sections = await lockedSections(ctx, params.sectionId)
  const { order, ...fields } = body
  if (Object.keys(fields).length > 0)
    await ctx.tx
      .updateTable('sections')
      .set(fields)
      .where('id', '=', params.sectionId)
      .execute()
      .catch((error: unknown) => Promise.reject(nameTaken(error)))
  if (order !== undefined) {
    const others = sections.filter((section) => section.id !== params.sectionId)
    const moved = sections.filter((section) => section.id === params.sectionId)
    await writeOrder(ctx, others.toSpliced(order - 1, 0, ...moved))
  }
  await tellSections(ctx)
  return listSections(ctx)
}
