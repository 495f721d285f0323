import type { BytesReply, ProjectCtx } from '../../context.ts'
import { readBitmap } from '../../issues/bitmaps.ts'
import { findRow, type ViewpointRef } from './viewpoints.ts'

export async function getBitmap(
  ctx: ProjectCtx,
  { params }: { params: ViewpointRef['params'] & { bitmapGuid: string } },
): Promise<BytesReply> {
  const { row } = await findRow(ctx, { params })
  return readBitmap(ctx, row.id, row.view, params.bitmapGuid)
}
