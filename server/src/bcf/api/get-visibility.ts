import type { ProjectCtx } from '../../context.ts'
import { findComponents, type ViewpointRef } from './viewpoints.ts'

/** Where nothing is said everything is shown. */
export async function getVisibility(ctx: ProjectCtx, ref: ViewpointRef) {
  const components = await findComponents(ctx, ref)
  return { visibility: components?.visibility ?? { default_visibility: true } }
}
