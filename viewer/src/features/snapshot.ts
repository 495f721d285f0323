import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface SnapshotFeature extends ViewerFeature {
  /**
   * Renders the current view at the given size in pixels, without markers or tools.
   * @throws RangeError when a side is not between 1 and 8192
   */
  take(width: number, height: number, type?: 'image/png' | 'image/jpeg' | 'image/webp'): Promise<Blob>
}

const MOST_PIXELS = 8192

export function snapshot(viewer: Viewer): SnapshotFeature {
  return {
    async take(width, height, type = 'image/png') {
      if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MOST_PIXELS))
        throw new RangeError(`Width and height must be integers from 1 to ${MOST_PIXELS}`)
      const pixels = viewer.capture(width, height)
      const image = new ImageData(width, height)
      const row = width * 4
      for (let y = 0; y < height; y++)
        image.data.set(pixels.subarray((height - 1 - y) * row, (height - y) * row), y * row)
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d')?.putImageData(image, 0, 0)
      return canvas.convertToBlob({ type, quality: 0.9 })
    },
    dispose() {},
  }
}
