import type { ChatFile } from '@plumbline/contract/chat/chat'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import type { RefObject } from 'react'
import { useMe } from '../api/session.ts'
import { ZoomablePhoto } from '../issues/detail/PhotoViewer.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { FullScreen } from '../ui/FullScreen.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { buildChatFileUrl } from './chat-file-url.ts'
import { useChatText } from './text.ts'

/** A full-screen photo viewer for the photos of a message; arrow keys move to the next one. */
export default function ChatPhotos(props: {
  chatId: string
  author: string | null
  photos: readonly ChatFile[]
  shown: string
  onShow: (id: string) => void
  onClose: () => void
  returnTo: RefObject<HTMLElement | null>
}) {
  const text = useChatText()
  const me = useMe()
  const { chatId, photos } = props
  const at = photos.findIndex(({ id }) => id === props.shown)
  const photo = photos[at]
  if (!photo) return null
  const go = (by: number) => {
    const next = photos[(at + by + photos.length) % photos.length]
    if (next) props.onShow(next.id)
  }
  return (
    <FullScreen
      open
      onClose={props.onClose}
      title={photo.name}
      returnTo={props.returnTo}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'PageUp') go(-1)
        else if (event.key === 'ArrowRight' || event.key === 'PageDown') go(1)
        else return
        event.preventDefault()
      }}
      actions={() => (
        <>
          <ButtonLink href={buildChatFileUrl(chatId, photo.id, 'picture')} download={photo.name}>
            <Download aria-hidden />
            <span className="max-sm:sr-only">{text.download}</span>
          </ButtonLink>
          {props.author === me.id && (
            <ButtonLink
              href={buildChatFileUrl(chatId, photo.id, 'original')}
              download={photo.name}
              className="max-sm:hidden"
            >
              {text.original}
            </ButtonLink>
          )}
        </>
      )}
    >
      <ZoomablePhoto key={photo.id} photo={photo} src={buildChatFileUrl(chatId, photo.id, 'picture')} />
      {photos.length > 1 && (
        <footer
          ref={keepToastsAbove}
          className="flex flex-none items-center justify-center gap-1 border-line border-t bg-surface px-4 py-2 text-13"
        >
          <IconButton name={text.previous} icon={<ChevronLeft aria-hidden />} onClick={() => go(-1)} />
          <span role="status" className="tabular-nums">
            {text.position(at + 1, photos.length)}
          </span>
          <IconButton name={text.next} icon={<ChevronRight aria-hidden />} onClick={() => go(1)} />
        </footer>
      )}
    </FullScreen>
  )
}
