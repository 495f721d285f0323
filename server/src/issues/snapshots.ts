import type { getSnapshot } from '@plumbline/contract/issues'
import sharp from 'sharp'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findIssue } from './visible.ts'

const MAX_PIXELS = 40_000_000

/** A snapshot as it is stored: decoded and encoded anew, so that only pixels of a real PNG or JPEG stay. */
export async function readSnapshot(base64: string): Promise<Uint8Array> {
  const bytes = Buffer.from(base64, 'base64')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (format !== 'png' && format !== 'jpeg') throw new Error('not a picture')
    return await picture
      .rotate()
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    throw new Refusal('unsupported_type', { message: 'The snapshot is not a PNG or JPEG picture' })
  }
}

export async function sendSnapshot(
  ctx: ProjectCtx,
  { params }: Input<typeof getSnapshot>,
): Promise<BytesReply> {
  await findIssue(ctx, params.issueId)
  const viewpoint = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select('snapshot_key')
    .where('id', '=', params.viewpointId)
    .where('issue_id', '=', params.issueId)
    .executeTakeFirst()
  if (!viewpoint?.snapshot_key) throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(viewpoint.snapshot_key),
    type: 'image/png',
    headers: { 'cache-control': 'private, max-age=31536000, immutable' },
  }
}
