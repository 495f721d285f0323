import { reason } from '@plumbline/contract/reasons'
import { Refusal } from '../http/refusal.ts'
import { PictureError, PictureQueue } from './picture-queue.ts'
import type { PictureErrorCode, PictureResult, PictureTask } from './picture-task.ts'

const MAX_PIXELS = 100_000_000

/** Photos of 50 megapixels take 130 to 280 MB, AVIF of 12 megapixels 310, interlaced PNG of 100 megapixels 600. */
const queue = new PictureQueue({ memory_mb: 640, seconds: 30 })

const RETRY_AFTER_S = 5

const refusals: Record<PictureErrorCode, () => Refusal> = {
  DAMAGED: () => buildPictureRefusal('unsupported_type', reason('image_damaged')),
  TOO_MANY_PIXELS: () => buildPictureRefusal('too_large', reason('too_many_pixels')),
  TOO_MUCH_MEMORY: () => buildPictureRefusal('too_large', reason('image_too_complex')),
  TIMED_OUT: () => buildPictureRefusal('too_large', reason('image_too_complex')),
  UNAVAILABLE: () => new Refusal('unavailable', { retryAfter: RETRY_AFTER_S }),
}

export const buildPictureRefusal = (
  code: 'unsupported_type' | 'too_large',
  why: ReturnType<typeof reason>,
): Refusal => new Refusal(code, { reason: why, fields: { file: why } })

/** True if the picture itself was refused, and would be again. */
export const isPictureRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.code !== 'unavailable'

/**
 * Decodes a picture of at most 100 megapixels in another process.
 * @throws Refusal with its reason at the field `file`
 */
export async function decodePicture(
  task: Omit<PictureTask, 'max_pixels' | 'fail_on'>,
): Promise<PictureResult> {
  try {
    return await queue.run({ ...task, max_pixels: MAX_PIXELS, fail_on: 'error' })
  } catch (error) {
    throw error instanceof PictureError ? refusals[error.code]() : error
  }
}
