import { reason } from '@plumbline/contract/reasons'
import sharp from 'sharp'
import { Refusal } from '../../http/refusal.ts'

const MAX_PIXELS = 40_000_000

/** Decodes and re-encodes a PNG or JPEG, so that only pixels remain; `keepFormat` keeps the format. */
export async function reencodePicture(base64: string, keepFormat: boolean) {
  const bytes = Buffer.from(base64, 'base64')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (format !== 'png' && format !== 'jpeg') throw new Error('not a picture')
    const sized = picture
      .rotate()
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
    const isJpeg = keepFormat && format === 'jpeg'
    const { data, info } = await (isJpeg ? sized.jpeg({ quality: 90 }) : sized.png()).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, type: isJpeg ? 'jpg' : 'png', width: info.width, height: info.height } as const
  } catch {
    throw new Refusal('unsupported_type', reason('snapshot_not_png_or_jpeg'))
  }
}

/** Re-encodes the snapshot of a view for storage. */
export const reencodeSnapshot = async (base64: string): Promise<Uint8Array> =>
  (await reencodePicture(base64, false)).bytes
