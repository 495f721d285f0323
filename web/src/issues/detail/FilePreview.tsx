import { useEffect, useState } from 'react'

/** wide enough for a row, small enough for a phone with twenty photos */
const PREVIEW_PX = 160

/** A small picture of a file that has not arrived yet; null while there is none, and for what is no picture. */
function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    let made: string | null = null
    let gone = false
    const make = async () => {
      const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_PX, resizeQuality: 'medium' })
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
      if (gone) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    // a picture that this browser cannot read is a file like another
    make().catch(() => undefined)
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}

/** A file that is only here so far: its picture, or a blank where it has none. */
export function FilePreview({ file }: { file: File }) {
  const preview = usePreview(file)
  const shape = 'size-12 flex-none rounded-mark bg-sunken'
  return preview ? (
    <img src={preview} alt="" className={`${shape} object-cover`} />
  ) : (
    <span className={shape} />
  )
}
