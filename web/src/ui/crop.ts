/** What part of a picture is kept. Pixels are those of the picture. */

export interface Size {
  width: number
  height: number
}
/** The middle of the frame in parts of the picture (0 to 1), and how near: 1 is the largest frame that fits. */
export interface Crop {
  x: number
  y: number
  zoom: number
}
export interface Rect extends Size {
  x: number
  y: number
}

export const centred: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const most_zoom = 4

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high))

/** The part of the picture inside the frame, which never leaves the picture. `aspect` is width by height. */
export function cropRect(picture: Size, aspect: number, crop: Crop): Rect {
  const zoom = between(1, crop.zoom, most_zoom)
  const width = Math.min(picture.width, picture.height * aspect) / zoom
  const height = width / aspect
  return {
    x: between(0, crop.x * picture.width - width / 2, picture.width - width),
    y: between(0, crop.y * picture.height - height / 2, picture.height - height),
    width,
    height,
  }
}

/** The crop after its frame was moved by so many pixels and zoomed; what would lead outside is not kept. */
export function changeCrop(
  picture: Size,
  aspect: number,
  crop: Crop,
  change: { right?: number; down?: number; zoom?: number },
): Crop {
  const zoom = between(1, change.zoom ?? crop.zoom, most_zoom)
  const moved = {
    x: crop.x + (change.right ?? 0) / picture.width,
    y: crop.y + (change.down ?? 0) / picture.height,
    zoom,
  }
  const rect = cropRect(picture, aspect, moved)
  return {
    x: (rect.x + rect.width / 2) / picture.width,
    y: (rect.y + rect.height / 2) / picture.height,
    zoom,
  }
}
