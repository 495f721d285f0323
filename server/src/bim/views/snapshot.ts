import sharp from 'sharp'
import { Refusal } from '../../http/refusal.ts'

const MAX_PIXELS = 40_000_000

/** A picture of a view as it is stored: decoded and encoded anew, so that only pixels of a real PNG or JPEG stay. */
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
