/** The geometry of cropping, in pixels of the picture. */

export interface PictureSize {
  width: number
  height: number
}
/** The centre of the frame in fractions of the picture (0 to 1), and the zoom: 1 is the largest frame that fits. */
export interface Crop {
  x: number
  y: number
  zoom: number
}
export interface CropRect extends PictureSize {
  x: number
  y: number
}

export const centredCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const MAX_ZOOM = 4

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high))

/** The rectangle inside the frame, clamped to the picture. `aspect` is width by height. */
export function computeCropRect(picture: PictureSize, aspect: number, crop: Crop): CropRect {
  const zoom = between(1, crop.zoom, MAX_ZOOM)
  const width = Math.min(picture.width, picture.height * aspect) / zoom
  const height = width / aspect
  return {
    x: between(0, crop.x * picture.width - width / 2, picture.width - width),
    y: between(0, crop.y * picture.height - height / 2, picture.height - height),
    width,
    height,
  }
}

/** Moves the frame by pixels and zooms it, clamped to the picture. */
export function changeCrop(
  picture: PictureSize,
  aspect: number,
  crop: Crop,
  change: { right?: number; down?: number; zoom?: number },
): Crop {
  const zoom = between(1, change.zoom ?? crop.zoom, MAX_ZOOM)
  const moved = {
    x: crop.x + (change.right ?? 0) / picture.width,
    y: crop.y + (change.down ?? 0) / picture.height,
    zoom,
  }
  const rect = computeCropRect(picture, aspect, moved)
  return {
    x: (rect.x + rect.width / 2) / picture.width,
    y: (rect.y + rect.height / 2) / picture.height,
    zoom,
  }
}
