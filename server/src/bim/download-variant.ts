import type * as api from '@plumbline/contract/bim/bim'
import { endingOf, fileKinds } from '@plumbline/contract/bim/bim.rules'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { parseRange } from './parse-range.ts'
import { findVariant } from './reads.ts'

/** A file name for a Content-Disposition header (RFC 6266): plain ASCII, and the real one in UTF-8. */
function formatContentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

/**
 * The uploaded file, whole or the range that was asked for. Whatever is in it, a browser runs none of it: it is an
 * attachment, of its checked type, in a sandbox.
 */
export async function downloadVariant(
  ctx: ProjectCtx,
  { params }: Input<typeof api.downloadVariant>,
): Promise<BytesReply> {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const size = variant.blob_key ? await ctx.blobs.size(variant.blob_key) : null
  if (!variant.blob_key || size === null) throw new Refusal('not_found')
  const ending = endingOf(variant.file_name)
  const range = parseRange(ctx.http.range, size)
  const headers = {
    'accept-ranges': 'bytes',
    'content-disposition': formatContentDisposition(variant.file_name),
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
    'x-content-type-options': 'nosniff',
    // a version's bytes never change; who may read them is asked again
    'cache-control': 'private, no-cache',
    etag: `"${variant.id}"`,
  }
  const type = ending ? fileKinds[ending].media : 'application/octet-stream'
  if (range === 'outside')
    return { status: 416, body: '', type, headers: { ...headers, 'content-range': `bytes */${size}` } }
  if (!range)
    return {
      body: await ctx.blobs.read(variant.blob_key),
      type,
      headers: { ...headers, 'content-length': String(size) },
    }
  return {
    status: 206,
    body: await ctx.blobs.read(variant.blob_key, range),
    type,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    },
  }
}
