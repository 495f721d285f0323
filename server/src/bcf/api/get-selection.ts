import type { ProjectCtx } from '../../context.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

export async function getSelection(ctx: ProjectCtx, ref: ViewpointInput) {
  const { view } = await getViewpointRow(ctx, ref)
  return { selection: view.components?.selection ?? [] }
}
