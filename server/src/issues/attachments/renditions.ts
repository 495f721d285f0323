import { buffer } from 'node:stream/consumers'
import type { Markup, MarkupShape } from '@plumbline/contract/issues/attachments'
import sharp, { type Sharp } from 'sharp'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { MAX_PIXELS, runOneByOne } from '../../blobs/pictures.ts'
import { runWork } from '../../loop/threads.ts'
import { type Blur, blursOf } from '../markup.ts'
import type { MarkupInput } from './draw-markup.ts'

/**
 * Pictures as people get them: upright, without metadata, of a bounded size, with what was blurred out of sight. Made
 * from the stored one when first asked for, and kept beside it by the version of the drawing.
 */

const renditions = ['picture', 'thumbnail', 'marked'] as const
export type Rendition = (typeof renditions)[number]

const MOST = { picture: 2560, thumbnail: 480 } as const
/** parts across the longer side of what is blurred: nothing can be read in so few */
const PARTS = 8

const webp = (image: Sharp) => image.webp({ quality: 82 }).timeout({ seconds: 30 }).toBuffer()
const within = (size: number) => ({
  width: size,
  height: size,
  fit: 'inside' as const,
  withoutEnlargement: true,
})

/** The two sizes of a photo; throws when it cannot be decoded. */
export const encodePhoto = (file: string | Uint8Array) =>
  runOneByOne(async () => {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const picture = await webp(image.autoOrient().resize(within(MOST.picture)))
    return { picture, thumbnail: await webp(sharp(picture).resize(within(MOST.thumbnail))) }
  })

/** The part of a picture below a blur, in pixels; null when it lies outside. */
function partBelow({ from, to }: Blur, width: number, height: number) {
  const bound = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const left = Math.floor(bound(Math.min(from[0], to[0]), 1) * width)
  const top = Math.floor(bound(Math.min(from[1], to[1]), 1) * height)
  const right = Math.ceil(bound(Math.max(from[0], to[0]), 1) * width)
  const bottom = Math.ceil(bound(Math.max(from[1], to[1]), 1) * height)
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null
}

/** The picture with what lies below these shapes reduced to a few parts. */
async function blurred(bytes: Uint8Array, blurs: Blur[]): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const raw = { width, height, channels }
  for (const blur of blurs) {
    const part = partBelow(blur, width, height)
    if (!part) continue
    const scale = PARTS / Math.max(part.width, part.height, PARTS)
    const few = await sharp(data, { raw })
      .extract(part)
      .resize(Math.ceil(part.width * scale), Math.ceil(part.height * scale), { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const cover = await sharp(few.data, { raw: { ...few.info, channels } })
      .resize(part.width, part.height, { fit: 'fill' })
      .raw()
      .toBuffer()
    // written over the pixels, not laid upon them: nothing of them shines through
    const bytesOfRow = part.width * channels
    for (let row = 0; row < part.height; row++)
      cover.copy(
        data,
        ((part.top + row) * width + part.left) * channels,
        row * bytesOfRow,
        (row + 1) * bytesOfRow,
      )
  }
  return webp(sharp(data, { raw }))
}

/** The picture with the drawing on it, which a thread lays out: texts take some milliseconds each. */
async function marked(bytes: Uint8Array, shapes: MarkupShape[]): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  const module = new URL('./draw-markup.ts', import.meta.url)
  const input: MarkupInput = { shapes, width, height }
  const [svg = ''] = await runWork<string>({ module, input, by: 'pictures' })
  return webp(sharp(bytes).composite([{ input: Buffer.from(svg) }]))
}

export interface Drawn {
  /** where the picture is stored, and the small one */
  picture: string
  thumbnail: string
  /** the folder of what is made of it */
  folder: string
  markup: Markup | null
  version: number
}

async function make(blobs: BlobStore, { picture, markup }: Drawn, as: Rendition): Promise<Uint8Array> {
  const bytes = await buffer(await blobs.read(picture))
  const blurs = blursOf(markup)
  const plain = blurs.length > 0 ? await blurred(bytes, blurs) : bytes
  // they come one after the other: see `inTurn`
  if (as === 'marked') return marked(plain, markup?.shapes ?? [])
  return webp(sharp(plain).resize(within(MOST[as])))
}

/** The blob of a picture as one may get it; `bare` is for who added it, and sees below what they blurred. */
export async function renditionKey(
  blobs: BlobStore,
  drawn: Drawn,
  as: Rendition,
  bare: boolean,
): Promise<string> {
  const isChanged = as === 'marked' ? drawn.markup !== null : !bare && blursOf(drawn.markup).length > 0
  if (!isChanged) return as === 'thumbnail' ? drawn.thumbnail : drawn.picture
  const key = `${drawn.folder}/${drawn.version}/${as}`
  if ((await blobs.size(key)) === null) await blobs.put(key, await runOneByOne(() => make(blobs, drawn, as)))
  return key
}
