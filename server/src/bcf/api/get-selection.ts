import type { ProjectCtx } from '../../context.ts'
import { findRow, type ViewpointRef } from './viewpoints.ts'

export async function getSelection(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await findRow(ctx, ref)
  return { selection: view.components?.selection ?? [] }
}
