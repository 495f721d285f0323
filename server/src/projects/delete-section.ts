import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { lockSections, publishSectionsUpdated, updateSectionOrder } from './sections.ts'

export async function deleteSection(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteSection>,
): Promise<void> {
  const sections = await lockSections(ctx, params.sectionId)
  const id = params.sectionId
  await publishSectionsUpdated(ctx, { kind: 'REMOVED', section_id: id, by: ctx.member.user_id })
  await ctx.tx.deleteFrom('sections').where('id', '=', id).execute()
  await updateSectionOrder(
    ctx,
    sections.filter((section) => section.id !== id),
  )
}
