import type { BytesReply, ProjectCtx } from '../../context.ts'
import { bitmapOf } from '../../issues/bitmaps.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

export async function getBitmap(
  ctx: ProjectCtx,
  { params }: { params: ViewpointInput['params'] & { bitmapGuid: string } },
): Promise<BytesReply> {
  const { row, view } = await getViewpointRow(ctx, { params })
  return bitmapOf(ctx, row.id, view, params.bitmapGuid)
}
