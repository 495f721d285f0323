import type { ProjectCtx } from '../../context.ts'
import { findComponents, type ViewpointRef } from './viewpoints.ts'

export async function getColoring(ctx: ProjectCtx, ref: ViewpointRef) {
  const components = await findComponents(ctx, ref)
  return { coloring: components?.coloring ?? [] }
}
