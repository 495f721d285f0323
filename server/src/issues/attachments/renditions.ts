import { buffer } from 'node:stream/consumers'
import type { Markup, MarkupShape } from '@plumbline/contract/issues/attachments'
import sharp, { type Sharp } from 'sharp'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { runOneByOne } from '../../blobs/pictures.ts'
import { runWork } from '../../loop/threads.ts'
import { decodePicture } from '../../pictures/decode-picture.ts'
import { type BlurShape, listBlurs } from '../markup.ts'
import type { MarkupInput } from './draw-markup.ts'

/**
 * Renditions of pictures: upright, without metadata, of bounded size and with blurs applied. Created from the stored picture
 * on the first request and cached by the version of its markup.
 */

const renditions = ['picture', 'thumbnail', 'marked', 'marked_thumbnail'] as const
export type Rendition = (typeof renditions)[number]

/** Whether a rendition shows the markup; blurs are in it for everybody then. */
export const isMarked = (as: Rendition) => as === 'marked' || as === 'marked_thumbnail'

const MAX_SIZES = { picture: 2560, thumbnail: 480 } as const
/** pixels along the longer side of a blurred area: too few to read anything */
const BLUR_PARTS = 8

const encodeWebp = (image: Sharp) => image.webp({ quality: 82 }).timeout({ seconds: 30 }).toBuffer()
const fitWithin = (size: number) => ({
  width: size,
  height: size,
  fit: 'inside' as const,
  withoutEnlargement: true,
})

/** Encodes a photo in both sizes. @throws Refusal if it cannot be decoded */
export async function encodePhoto(
  source: string | Uint8Array,
): Promise<{ picture: Uint8Array; thumbnail: Uint8Array }> {
  const outputs = (['picture', 'thumbnail'] as const).map((name) => ({
    as: 'webp' as const,
    upright: name === 'picture',
    size: { width: MAX_SIZES[name], height: MAX_SIZES[name], fit: 'inside' as const },
  }))
  const made = await decodePicture({ source, outputs })
  const [picture, thumbnail] = made.outputs.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array]
  return { picture, thumbnail }
}

/** The area of a blur in pixels; null if it lies outside the picture. */
function computeBlurredArea({ from, to }: BlurShape, width: number, height: number) {
  const bound = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const left = Math.floor(bound(Math.min(from[0], to[0]), 1) * width)
  const top = Math.floor(bound(Math.min(from[1], to[1]), 1) * height)
  const right = Math.ceil(bound(Math.max(from[0], to[0]), 1) * width)
  const bottom = Math.ceil(bound(Math.max(from[1], to[1]), 1) * height)
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null
}

/** Pixelates the areas of these blurs. */
async function blurAreas(bytes: Uint8Array, blurs: BlurShape[]): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const raw = { width, height, channels }
  for (const blur of blurs) {
    const part = computeBlurredArea(blur, width, height)
    if (!part) continue
    const scale = BLUR_PARTS / Math.max(part.width, part.height, BLUR_PARTS)
    const pixelated = await sharp(data, { raw })
      .extract(part)
      .resize(Math.ceil(part.width * scale), Math.ceil(part.height * scale), { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const cover = await sharp(pixelated.data, { raw: { ...pixelated.info, channels } })
      .resize(part.width, part.height, { fit: 'fill' })
      .raw()
      .toBuffer()
    // replaces the pixels instead of compositing: a transparent picture must not reveal them
    const bytesOfRow = part.width * channels
    for (let row = 0; row < part.height; row++)
      cover.copy(
        data,
        ((part.top + row) * width + part.left) * channels,
        row * bytesOfRow,
        (row + 1) * bytesOfRow,
      )
  }
  return encodeWebp(sharp(data, { raw }))
}

/** Draws the markup onto a picture; the SVG is built in a worker thread, as each text takes some milliseconds. */
async function drawMarkup(bytes: Uint8Array, shapes: MarkupShape[]): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  const module = new URL('./draw-markup.ts', import.meta.url)
  const input: MarkupInput = { shapes, width, height }
  const [svg = ''] = await runWork<string>({ module, input, by: 'pictures' })
  return encodeWebp(sharp(bytes).composite([{ input: Buffer.from(svg) }]))
}

export interface MarkedPicture {
  /** blob keys of the picture and its thumbnail, which is made on the first request where it is not stored */
  picture: string
  thumbnail: string | null
  /** blob folder of cached renditions */
  folder: string
  markup: Markup | null
  version: number
}

async function createRendition(
  blobs: BlobStore,
  { picture, markup }: MarkedPicture,
  as: Rendition,
): Promise<Uint8Array> {
  const bytes = await buffer(await blobs.read(picture))
  const blurs = listBlurs(markup)
  const plain = blurs.length > 0 ? await blurAreas(bytes, blurs) : bytes
  // already serialized by `runOneByOne` in the caller
  const shown = isMarked(as) && markup ? await drawMarkup(plain, markup.shapes) : plain
  if (as === 'marked') return shown
  return encodeWebp(
    sharp(shown).resize(fitWithin(as === 'picture' ? MAX_SIZES.picture : MAX_SIZES.thumbnail)),
  )
}

/** Returns the blob key of a rendition, creating it if needed. `bare`: without blurs, for the picture's author. */
export async function ensureRendition(
  blobs: BlobStore,
  drawn: MarkedPicture,
  as: Rendition,
  bare: boolean,
): Promise<string> {
  const isChanged = isMarked(as) ? drawn.markup !== null : !bare && listBlurs(drawn.markup).length > 0
  const stored = as === 'picture' || as === 'marked' ? drawn.picture : drawn.thumbnail
  if (!isChanged && stored !== null) return stored
  const key = `${drawn.folder}/${drawn.version}/${as}`
  if ((await blobs.size(key)) === null)
    await blobs.put(key, await runOneByOne(() => createRendition(blobs, drawn, as)))
  return key
}
