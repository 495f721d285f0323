import type { ProjectCtx } from '../../context.ts'
import { findRow, type ViewpointRef } from './viewpoints.ts'

export async function getColoring(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { coloring: view.components?.coloring ?? [] }
}
