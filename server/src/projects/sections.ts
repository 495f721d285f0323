import type { EventCauses } from '@plumbline/contract/event-causes'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockProject } from './levels.ts'
import { listSections } from './list-sections.ts'

/** Sections are ordered from 1 to n without gaps; writes lock the project. */

export const sectionColumns = ['id', 'name', 'order', 'color'] as const
export const publishSectionsUpdated = (
  ctx: ProjectCtx,
  cause: EventCauses['section.updated'] = { kind: 'CHANGED' },
) =>
  ctx.tell('section.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
    cause,
  })

/** Locks the project and returns its sections; refuses an unknown section with 404. */
export async function lockSections(ctx: ProjectCtx, sectionId: string) {
  await lockProject(ctx, ctx.member.project_id)
  const sections = await listSections(ctx)
  if (!sections.some((section) => section.id === sectionId)) throw new Refusal('not_found')
  return sections
}

export async function updateSectionOrder(ctx: ProjectCtx, sections: { id: string; order: number }[]) {
  for (const [index, { id, order }] of sections.entries())
    if (order !== index + 1)
      await ctx.tx
        .updateTable('sections')
        .set({ order: index + 1 })
        .where('id', '=', id)
        .execute()
}
