import type { BytesReply, ProjectCtx } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { listBlurs } from '../markup.ts'
import { ensureRendition, isMarked, type MarkedPicture, type Rendition } from './renditions.ts'

/** Keep a browser from running anything in a user's file. */
export const inertHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/** A download of an original file, which the browser saves instead of opening. */
export async function buildFileReply(
  { blobs }: Pick<ProjectCtx, 'blobs'>,
  key: string,
  { name, type }: { name: string; type: string },
): Promise<BytesReply> {
  return {
    body: await blobs.read(key),
    type,
    headers: {
      ...inertHeaders,
      'content-disposition': formatContentDisposition(name),
      'content-length': String((await blobs.size(key)) ?? 0),
      // not cached: on a shared browser the next user may get another picture at this address
      'cache-control': 'private, no-store',
    },
  }
}

export async function buildPictureReply(
  { blobs }: ProjectCtx,
  drawn: MarkedPicture,
  as: Rendition,
  { bare, v }: { bare: boolean; v: number | undefined },
): Promise<BytesReply> {
  const key = await ensureRendition(blobs, drawn, as, bare)
  const isOwn = bare && !isMarked(as) && listBlurs(drawn.markup).length > 0
  // lists request pictures without a version, so they may be stale for ten minutes
  const shortTerm = isMarked(as) ? 'private, no-cache' : 'private, max-age=600'
  const cacheControl = v === drawn.version ? 'private, max-age=31536000, immutable' : shortTerm
  return {
    body: await blobs.read(key),
    // snapshots are stored unchanged as PNG, renditions are WebP
    type: key.endsWith('.png') ? 'image/png' : 'image/webp',
    headers: { ...inertHeaders, 'cache-control': isOwn ? 'private, no-store' : cacheControl },
  }
}
