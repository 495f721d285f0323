import type { ProjectCtx } from '../../context.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

/** A view without visibility shows everything. */
export async function getVisibility(ctx: ProjectCtx, ref: ViewpointInput) {
  const { view } = await getViewpointRow(ctx, ref)
  return { visibility: view.components?.visibility ?? { default_visibility: true } }
}
