import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FullScreen } from '../../ui/FullScreen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MarkupEditor } from './MarkupEditor.tsx'
import { filterShapesToSave, type ImageSize } from './shapes.ts'
import { useMarkupText } from './text.ts'
import type { MarkupControls } from './use-markup.ts'

export const firstStyle = { color: 'RED', width: 0.006 } as const

/** Loads an image and returns its natural size. */
function useImageSize(src: string): ImageSize | 'loading' | 'failed' {
  const [size, setSize] = useState<ImageSize | 'loading' | 'failed'>('loading')
  useEffect(() => {
    const image = new Image()
    image.onload = () => setSize({ width: image.naturalWidth || 1, height: image.naturalHeight || 1 })
    image.onerror = () => setSize('failed')
    image.src = src
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [src])
  return size
}

/** Full-screen markup editor of a picture; who opens it saves the shapes. */
export function MarkupWindow(props: {
  /** of the picture */
  name: string
  src: string
  first: readonly MarkupShape[]
  drawing: MarkupControls
  pending?: boolean
  onSave: (shapes: MarkupShape[]) => void
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
  /** above the picture */
  children?: ReactNode
}) {
  const { drawing, src } = props
  const text = useMarkupText()
  const size = useImageSize(src)
  const shapes = filterShapesToSave(drawing.shapes)
  return (
    <FullScreen
      open
      dirty={drawing.mayUndo && JSON.stringify(shapes) !== JSON.stringify(props.first)}
      returnTo={props.returnTo}
      onClose={props.onClose}
      title={text.drawOn(props.name)}
      actions={(cancel) => (
        <>
          <Button onClick={cancel}>{text.cancel}</Button>
          <Button
            look="primary"
            loading={props.pending}
            disabled={typeof size === 'string'}
            onClick={() => props.onSave(shapes)}
          >
            {text.save}
          </Button>
        </>
      )}
    >
      {props.children}
      {size === 'failed' && <EmptyState drawing="search" title={text.failed} />}
      {size === 'loading' && (
        <div className="grid flex-1 place-items-center">
          <Spinner label={text.canvas} />
        </div>
      )}
      {typeof size === 'object' && <MarkupEditor src={src} size={size} drawing={drawing} />}
    </FullScreen>
  )
}
