import type { downloadVariant } from '@plumbline/contract/bim'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findVariant } from './reads.ts'

/** A file name for a Content-Disposition header (RFC 6266): plain ASCII, and the real one in UTF-8. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

/** The uploaded file, whole or the range that was asked for. */
export async function sendFile(
  ctx: ProjectCtx,
  { params }: Input<typeof downloadVariant>,
): Promise<BytesReply> {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const size = variant.blob_key ? await ctx.blobs.size(variant.blob_key) : null
  if (!variant.blob_key || size === null) throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(variant.blob_key),
    type: 'application/x-step',
    headers: { 'content-length': String(size), 'content-disposition': disposition(variant.file_name) },
  }
}
