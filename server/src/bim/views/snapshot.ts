import { reason } from '@plumbline/contract/reasons'
import { Refusal } from '../../http/refusal.ts'
import { decodePicture, isPictureRefusal } from '../../pictures/decode-picture.ts'

const MAX_SIDE = 2048

/** Decodes and re-encodes a PNG or JPEG, so that only pixels remain; `keepFormat` keeps the format. */
export async function reencodePicture(base64: string, keepFormat: boolean) {
  const { format, outputs } = await decodePicture({
    source: Buffer.from(base64, 'base64'),
    formats: ['png', 'jpeg'],
    outputs: [
      {
        as: keepFormat ? 'same' : 'png',
        upright: true,
        size: { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside' },
      },
    ],
  }).catch((error: unknown) => {
    if (isPictureRefusal(error)) throw new Refusal('unsupported_type', reason('snapshot_not_png_or_jpeg'))
    throw error
  })
  const [made] = outputs as [(typeof outputs)[number]]
  return { ...made, type: keepFormat && format === 'jpeg' ? 'jpg' : 'png' } as const
}

/** Re-encodes the snapshot of a view for storage. */
export const reencodeSnapshot = async (base64: string): Promise<Uint8Array> =>
  (await reencodePicture(base64, false)).bytes
