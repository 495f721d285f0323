import type { ProjectCtx } from '../../context.ts'
import { findRow, type ViewpointRef } from './viewpoints.ts'

/** Where nothing is said everything is shown. */
export async function getVisibility(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { visibility: view.components?.visibility ?? { default_visibility: true } }
}
