import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { convertNameConflict } from './levels.ts'
import { listSections } from './list-sections.ts'
import { lockSections, publishSectionsUpdated, updateSectionOrder } from './sections.ts'

export async function updateSection(ctx: ProjectCtx, { params, body }: Input<typeof api.updateSection>) {
  const sections = await lockSections(ctx, params.sectionId)
  const { order, ...fields } = body
  if (Object.keys(fields).length > 0)
    await ctx.tx
      .updateTable('sections')
      .set(fields)
      .where('id', '=', params.sectionId)
      .execute()
      .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
  if (order !== undefined) {
    const others = sections.filter((section) => section.id !== params.sectionId)
    const moved = sections.filter((section) => section.id === params.sectionId)
    await updateSectionOrder(ctx, others.toSpliced(order - 1, 0, ...moved))
  }
  await publishSectionsUpdated(ctx)
  return listSections(ctx)
}
