import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { useEffect, useState } from 'react'
import { firstStyle, MarkupWindow } from './MarkupWindow.tsx'
import { useMarkupText } from './text.ts'
import { useMarkup } from './use-markup.ts'

/** Markup editor of a photo that is not uploaded yet; the shapes are kept with the draft. */
export default function DraftMarkupDialog(props: {
  file: File
  shapes: readonly MarkupShape[]
  onSave: (shapes: readonly MarkupShape[]) => void
  onClose: () => void
}) {
  const { file } = props
  const text = useMarkupText()
  const [first] = useState(props.shapes)
  const drawing = useMarkup(first, firstStyle, text.newWords)
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (!src) return null
  return (
    <MarkupWindow
      name={file.name}
      src={src}
      first={first}
      drawing={drawing}
      onClose={props.onClose}
      onSave={(shapes) => {
        props.onSave(shapes)
        props.onClose()
      }}
    />
  )
}
