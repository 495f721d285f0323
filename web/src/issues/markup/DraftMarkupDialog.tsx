import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { useEffect, useState } from 'react'
import { MarkupWindow } from './MarkupWindow.tsx'
import { useMarkupText } from './text.ts'
import { useKeptMarkup } from './use-kept-markup.ts'

/** Markup editor of a photo that is not uploaded yet; the shapes are kept with the draft. */
export default function DraftMarkupDialog(props: {
  file: File
  shapes: readonly MarkupShape[]
  onSave: (shapes: readonly MarkupShape[]) => void
  onClose: () => void
}) {
  const { file } = props
  const text = useMarkupText()
  const { name, size, lastModified } = file
  const stored = { shapes: props.shapes, version: 0 }
  const markup = useKeptMarkup(`markup.${size}.${lastModified}.${name}`, stored, text.newWords)
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
      markup={markup}
      onClose={props.onClose}
      onSave={() => {
        props.onSave(markup.shapes)
        markup.forget()
        props.onClose()
      }}
    />
  )
}
