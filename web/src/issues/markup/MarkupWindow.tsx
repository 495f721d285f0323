import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FullScreen } from '../../ui/FullScreen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useUiText } from '../../ui/text.tsx'
import { MarkupEditor } from './MarkupEditor.tsx'
import type { ImageSize } from './shapes.ts'
import { useMarkupText } from './text.ts'
import type { KeptMarkup } from './use-kept-markup.ts'

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
  /** name of the picture */
  name: string
  src: string
  markup: KeptMarkup
  pending?: boolean
  onSave: () => void
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
  /** above the picture */
  children?: ReactNode
}) {
  const { markup, src } = props
  const text = useMarkupText()
  const ui = useUiText()
  const size = useImageSize(src)
  return (
    <FullScreen
      open
      dirty={markup.isChanged}
      returnTo={props.returnTo}
      onClose={() => {
        markup.forget()
        props.onClose()
      }}
      title={text.drawOn(props.name)}
      actions={(cancel) => (
        <>
          <Button className="max-sm:hidden" onClick={cancel}>
            {text.cancel}
          </Button>
          <Button
            look="primary"
            loading={props.pending}
            disabled={typeof size === 'string'}
            onClick={props.onSave}
          >
            {text.save}
          </Button>
        </>
      )}
    >
      {props.children}
      {markup.isRestored && (
        <div className="p-2">
          <Banner tone="info" action={<Button onClick={markup.discard}>{ui.discard}</Button>}>
            {ui.draftRestored}
          </Banner>
        </div>
      )}
      {size === 'failed' && <EmptyState drawing="search" title={text.failed} />}
      {size === 'loading' && (
        <div className="grid flex-1 place-items-center">
          <Spinner label={text.canvas} />
        </div>
      )}
      {typeof size === 'object' && <MarkupEditor src={src} size={size} drawing={markup.drawing} />}
    </FullScreen>
  )
}
