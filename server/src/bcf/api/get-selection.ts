import type { ProjectCtx } from '../../context.ts'
import { getViewpointRow, type ViewpointRef } from './viewpoints.ts'

export async function getSelection(ctx: ProjectCtx, ref: ViewpointRef) {
  const { view } = await getViewpointRow(ctx, ref)
  return { selection: view.components?.selection ?? [] }
}
