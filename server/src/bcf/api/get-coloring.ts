import type { ProjectCtx } from '../../context.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

export async function getColoring(ctx: ProjectCtx, ref: ViewpointInput) {
  const { view } = await getViewpointRow(ctx, ref)
  return { coloring: view.components?.coloring ?? [] }
}
