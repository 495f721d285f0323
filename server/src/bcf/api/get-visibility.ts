import type { ProjectCtx } from '../../context.ts'
import { findComponents, type ViewpointInput } from './viewpoints.ts'

/** A view without visibility shows everything. */
export async function getVisibility(ctx: ProjectCtx, ref: ViewpointInput) {
  const components = await findComponents(ctx, ref)
  return { visibility: components?.visibility ?? { default_visibility: true } }
}
