import type * as api from '@plumbline/contract/bim/bim'
import { fileKinds, findEnding } from '@plumbline/contract/bim/bim.rules'
import { recordAuditOfRead } from '../audit/record-audit.ts'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { formatContentDisposition } from '../http/content-disposition.ts'
import { Refusal } from '../http/refusal.ts'
import { parseRange } from './parse-range.ts'
import { findVariant } from './reads.ts'

/**
 * Sends the uploaded file or the requested range. It is an attachment of its checked type in a CSP sandbox, so a browser
 * never runs its content.
 */
export async function downloadVariant(
  ctx: ProjectCtx,
  { params }: Input<typeof api.downloadVariant>,
): Promise<BytesReply> {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const size = variant.blob_key ? await ctx.blobs.size(variant.blob_key) : null
  if (!variant.blob_key || size === null) throw new Refusal('not_found')
  const ending = findEnding(variant.file_name)
  const range = parseRange(ctx.http.range, size)
  // a download in parts is one download
  if (range !== 'outside' && (!range || range.start === 0))
    await recordAuditOfRead(
      ctx,
      { project_id: ctx.member.project_id },
      { kind: 'FILE_DOWNLOADED', data: { file: variant.file_name, version: variant.version, size } },
    )
  const headers = {
    'accept-ranges': 'bytes',
    'content-disposition': formatContentDisposition(variant.file_name),
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
    'x-content-type-options': 'nosniff',
    // the bytes never change, but permissions are checked on every request
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
