import type { ProjectCtx } from '../../context.ts'
import { findComponents, type ViewpointInput } from './viewpoints.ts'

export async function getSelection(ctx: ProjectCtx, ref: ViewpointInput) {
  const components = await findComponents(ctx, ref)
  return { selection: components?.selection ?? [] }
}
