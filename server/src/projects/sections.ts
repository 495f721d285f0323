import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockProject, nameTaken, type PlaceRemoved, refuseMoreThanMost } from './levels.ts'

/** Sections have an order without gaps, 1 to n, that one write at a time changes. */

const columns = ['id', 'name', 'order', 'color'] as const
/** given in turn to sections made without a colour */
const COLORS = ['#c2570c', '#1d6fb8', '#2f8f4e', '#8a4fb5', '#b0803a', '#0f8b8d', '#c43d5c', '#5b6770']

export function projectSections(ctx: ProjectCtx) {
  return ctx.tx
    .selectFrom('sections')
    .select(columns)
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('order')
    .limit(1000)
    .execute()
}

const tellSections = (ctx: ProjectCtx, removed?: PlaceRemoved) =>
  ctx.tell('section.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
    ...(removed ? { facts: { removed_place: removed } } : {}),
  })

/** All sections, none of which can move while the caller decides. */
async function lockedSections(ctx: ProjectCtx, sectionId: string) {
  await lockProject(ctx, ctx.member.project_id)
  const sections = await projectSections(ctx)
  if (!sections.some((section) => section.id === sectionId)) throw new Refusal('not_found')
  return sections
}

async function writeOrder(ctx: ProjectCtx, sections: { id: string; order: number }[]) {
  for (const [index, { id, order }] of sections.entries())
    if (order !== index + 1)
      await ctx.tx
        .updateTable('sections')
        .set({ order: index + 1 })
        .where('id', '=', id)
        .execute()
}

export async function makeSection(ctx: ProjectCtx, { body }: Input<typeof api.createSection>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  await refuseMoreThanMost(ctx, 'sections')
  const order = (await projectSections(ctx)).length + 1
  const color = body.color ?? (COLORS[(order - 1) % COLORS.length] as string)
  const section = await ctx.tx
    .insertInto('sections')
    .values({ id: randomUUIDv7(), project_id, name: body.name, color, order })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(nameTaken(error)))
  await tellSections(ctx)
  return section
}

export async function changeSection(ctx: ProjectCtx, { params, body }: Input<typeof api.updateSection>) {
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
  return projectSections(ctx)
}

export async function removeSection(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteSection>,
): Promise<void> {
  const sections = await lockedSections(ctx, params.sectionId)
  const id = params.sectionId
  await tellSections(ctx, { column: 'section_id', id, by: ctx.member.user_id })
  await ctx.tx.deleteFrom('sections').where('id', '=', id).execute()
  await writeOrder(
    ctx,
    sections.filter((section) => section.id !== id),
  )
}
