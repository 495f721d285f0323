import type { ProjectCtx } from '../../context.ts'
import { getViewpointRow, type ViewpointRef } from './viewpoints.ts'

/** A view without visibility shows everything. */
export async function getVisibility(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await getViewpointRow(ctx, ref)
  return { visibility: view.components?.visibility ?? { default_visibility: true } }
}
