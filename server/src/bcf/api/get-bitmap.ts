import type { BytesReply, ProjectCtx } from '../../context.ts'
import { bitmapOf } from '../../issues/bitmaps.ts'
import { findRow, type ViewpointRef } from './viewpoints.ts'

export async function getBitmap(
  ctx: ProjectCtx,
  { params }: { params: ViewpointRef['params'] & { bitmapGuid: string } },
): Promise<BytesReply> {
  const { row } = await findRow(ctx, { params })
  return bitmapOf(ctx, row.id, row.view, params.bitmapGuid)
}
