import { randomUUIDv7 } from 'node:crypto'
import { reason } from '@plumbline/contract/reasons'
import type { BytesReply, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { buildPictureRefusal, decodePicture } from '../pictures/decode-picture.ts'

/**
 * Uploaded pictures of users, companies and projects. A call stores the picture in `prepare`, writes its id into the row
 * and removes the previous picture:
 *
 *   export const setMyPicture: Handler<typeof api.setMyPicture, string> = {
 *     prepare: (ctx, { file }) => storeUploadedPicture(ctx, file, { width: 256, height: 256, fit: 'cover' }),
 *     handle: async (ctx, _input, picture_id) => {
 *       … update … set picture_id …
 *       removeStoredPicture(ctx, before.picture_id)
 *     },
 *   }
 */
export interface PictureShape {
  width: number
  height: number
  /** `cover` crops to exactly this size; `inside` scales the whole picture into it */
  fit: 'cover' | 'inside'
}

const getPictureKey = (id: string) => `pictures/${id}`

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const startsWith = (bytes: Uint8Array, magic: Uint8Array) =>
  Buffer.compare(bytes.subarray(0, magic.length), magic) === 0

let lastDecoding: Promise<unknown> = Promise.resolve()

/** Runs decodings of our own pictures in turn. */
export function runOneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastDecoding.then(work)
  lastDecoding = mine.catch(() => {})
  return mine
}

/** Converts a JPEG or PNG (by content) to WebP: rotated upright, cropped or scaled, without metadata. */
async function encodePicture(source: Uint8Array, size: PictureShape): Promise<Uint8Array> {
  if (!startsWith(source, JPEG) && !startsWith(source, PNG))
    throw buildPictureRefusal('unsupported_type', reason('not_jpg_or_png'))
  const { outputs } = await decodePicture({ source, outputs: [{ as: 'webp', upright: true, size }] })
  return (outputs[0] as (typeof outputs)[number]).bytes
}

/** Called in `prepare`: encodes and stores a picture and returns its id; removes it again if the call fails. */
export async function storeUploadedPicture(
  ctx: PublicCtx,
  file: Uint8Array,
  shape: PictureShape,
): Promise<string> {
  const bytes = await encodePicture(file, shape)
  const id = randomUUIDv7()
  const { blobs, log } = ctx
  ctx.onFailure(
    () => void blobs.remove(getPictureKey(id)).catch((err: unknown) => log.warn({ err }, 'picture')),
  )
  await blobs.put(getPictureKey(id), bytes)
  return id
}

/** Called in `handle`: removes a replaced picture after the commit. */
export function removeStoredPicture(
  { blobs, log, onCommit }: Pick<PublicCtx, 'blobs' | 'log' | 'onCommit'>,
  id: string | null,
): void {
  if (id)
    onCommit(() => void blobs.remove(getPictureKey(id)).catch((err: unknown) => log.warn({ err }, 'picture')))
}

export const readStoredPicture = ({ blobs }: Pick<PublicCtx, 'blobs'>, id: string) =>
  blobs.read(getPictureKey(id))

/** Responds with a picture; requested by its own id it is cached forever. */
export async function sendPicture(
  { blobs }: Pick<PublicCtx, 'blobs'>,
  id: string | null | undefined,
  { v }: { v?: string | undefined },
): Promise<BytesReply> {
  if (!id) throw new Refusal('not_found')
  const cacheControl = v === id ? 'private, max-age=31536000, immutable' : 'private, no-cache'
  return {
    body: await blobs.read(getPictureKey(id)),
    type: 'image/webp',
    headers: { 'cache-control': cacheControl },
  }
}
