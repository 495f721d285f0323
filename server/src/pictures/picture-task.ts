/** Request and answer of a picture process: structured clones over IPC. */

export interface PictureOutput {
  /** `same`: PNG stays PNG, all others become JPEG */
  as: 'webp' | 'png' | 'same'
  /** turned as the camera was held */
  upright: boolean
  /** in pixels; `inside` keeps the shape and makes nothing larger, `cover` crops to exactly this size */
  size: { width: number; height: number; fit: 'inside' | 'cover' }
  /** decodes all pixels of a JPEG, where a small size needs an eighth: that finds all damage */
  is_full?: boolean
}

export interface PictureTask {
  /** a path or the bytes themselves */
  source: string | Uint8Array
  /** formats that are decoded, by their names in sharp; without it all */
  formats?: readonly string[]
  max_pixels: number
  /** which defects count as damage */
  fail_on: 'error' | 'warning'
  /** each output is made from the previous one, the first from the source; none: only the header is read */
  outputs: readonly PictureOutput[]
}

export interface PictureResult {
  format: string
  /** upright, in pixels */
  width: number
  height: number
  exif: Uint8Array | null
  outputs: { bytes: Uint8Array; width: number; height: number }[]
}

/** UNAVAILABLE: the process could not be started, or the system ended it; the picture may be sound. */
export type PictureErrorCode = 'DAMAGED' | 'TOO_MANY_PIXELS' | 'TOO_MUCH_MEMORY' | 'TIMED_OUT' | 'UNAVAILABLE'

export type PictureAnswer = { result: PictureResult } | { error: PictureErrorCode }
