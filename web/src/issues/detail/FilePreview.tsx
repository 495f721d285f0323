import { useEffect, useState } from 'react'

/** width of the thumbnail: enough for a row, small enough to decode twenty photos on a phone */
const PREVIEW_PX = 160

/** Object URL of a thumbnail for a local image file; null until it is decoded, and for other files. */
function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    let made: string | null = null
    let cancelled = false
    const make = async () => {
      const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_PX, resizeQuality: 'medium' })
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
      if (cancelled) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    // an image that the browser cannot decode has no preview
    make().catch(() => undefined)
    return () => {
      cancelled = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}

/** Thumbnail of a local file that is not uploaded yet, or a blank square. */
export function FilePreview({ file }: { file: File }) {
  const preview = usePreview(file)
  const shape = 'size-12 flex-none rounded-mark bg-sunken'
  return preview ? (
    <img src={preview} alt="" className={`${shape} object-cover`} />
  ) : (
    <span className={shape} />
  )
}
