import type { CropRect } from './crop.ts'

/** Decodes and crops chosen pictures in the browser. */

/** Longest side in pixels that is kept in memory, so that a photo of 50 megapixels does not exhaust a phone. */
const LONGEST = 2400

export type PictureKind = 'image/jpeg' | 'image/png'

export interface DecodedPicture {
  bitmap: ImageBitmap
  kind: PictureKind
}

const beginnings: [PictureKind, number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
]

/** Detects the type of a file by its first bytes. */
export async function detectPictureKind(file: Blob): Promise<PictureKind | null> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const found = beginnings.find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte))
  return found?.[0] ?? null
}

/** Decodes a picture, upright; null when the file is not a usable picture. */
export async function decodePicture(file: Blob): Promise<DecodedPicture | null> {
  const kind = await detectPictureKind(file)
  if (!kind) return null
  try {
    const whole = await createImageBitmap(file)
    const shrink = LONGEST / Math.max(whole.width, whole.height)
    if (shrink >= 1) return { bitmap: whole, kind }
    const bitmap = await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(whole.width * shrink)),
      resizeHeight: Math.max(1, Math.round(whole.height * shrink)),
      resizeQuality: 'high',
    })
    whole.close()
    return { bitmap, kind }
  } catch {
    return null
  }
}

/** Draws a rectangle of a picture over a whole canvas. */
export function drawPicturePart(canvas: HTMLCanvasElement, { bitmap }: DecodedPicture, part: CropRect) {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
}

/** Encodes a rectangle of a picture in its original type, at most `widest` pixels wide. */
export function cropPicture(picture: DecodedPicture, part: CropRect, widest: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(part.width, widest)))
  canvas.height = Math.max(1, Math.round((canvas.width * part.height) / part.width))
  drawPicturePart(canvas, picture, part)
  return new Promise((resolve, reject) => {
    const finish = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The picture is too large'))
    canvas.toBlob(finish, picture.kind, 0.9)
  })
}
