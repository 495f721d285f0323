import type { BytesReply, ProjectCtx } from '../../context.ts'
import { readBitmap } from '../../issues/bitmaps.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

export async function getBitmap(
  ctx: ProjectCtx,
  { params }: { params: ViewpointInput['params'] & { bitmapGuid: string } },
): Promise<BytesReply> {
  const { row } = await getViewpointRow(ctx, { params })
  return readBitmap(ctx, row.id, row.view, params.bitmapGuid)
}
