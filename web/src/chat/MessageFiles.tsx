import type { ChatFile, ChatMessage } from '@plumbline/contract/chat/chat'
import { FileText } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { formatFileSize } from '../ui/file-rules.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useUiText } from '../ui/text.tsx'
import { buildChatFileUrl } from './chat-file-url.ts'
import { useChatText } from './text.ts'

const ChatPhotos = lazyPart(() => import('./ChatPhotos.tsx'), { placeless: true })

const HEIGHT_PX = 160

/** The attachments of a message: photo thumbnails that open the viewer, and files to download. */
export function MessageFiles({ chatId, message }: { chatId: string; message: ChatMessage }) {
  const text = useChatText()
  const [shown, setShown] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const photos = message.files.filter(({ kind }) => kind === 'PHOTO')
  const files = message.files.filter(({ kind }) => kind === 'FILE')
  if (message.files.length === 0) return null
  return (
    <div className="mt-1 mb-1 flex flex-col gap-1.5">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={text.openPhoto(photo.name)}
                onClick={(event) => {
                  opener.current = event.currentTarget
                  setShown(photo.id)
                }}
                className="block rounded-mark"
              >
                <Thumbnail chatId={chatId} photo={photo} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.map((file) => (
        <FileLink key={file.id} chatId={chatId} file={file} />
      ))}
      {shown && (
        <Suspense>
          <ChatPhotos
            chatId={chatId}
            author={message.user_id}
            photos={photos}
            shown={shown}
            onShow={setShown}
            onClose={() => setShown(null)}
            returnTo={opener}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Reserves its final size while it loads, so that the layout does not shift. */
function Thumbnail({ chatId, photo }: { chatId: string; photo: ChatFile }) {
  const ratio = Math.min(2.4, Math.max(0.5, (photo.width ?? 1) / (photo.height ?? 1)))
  return (
    <img
      src={buildChatFileUrl(chatId, photo.id, 'thumbnail')}
      alt=""
      loading="lazy"
      style={{ height: HEIGHT_PX, aspectRatio: ratio }}
      className="max-w-full rounded-mark border border-line bg-sunken object-cover"
    />
  )
}

function FileLink({ chatId, file }: { chatId: string; file: ChatFile }) {
  const ui = useUiText()
  return (
    <a
      href={buildChatFileUrl(chatId, file.id)}
      download={file.name}
      className="flex w-fit max-w-full items-center gap-2 rounded-control border border-line bg-raised px-3 py-2 hover:bg-sunken"
    >
      <FileText aria-hidden className="size-4 flex-none text-text-muted" />
      <span className="min-w-0 truncate">{file.name}</span>
      <span className="flex-none text-12 text-text-muted tabular-nums">
        {formatFileSize(file.size, ui.locale)}
      </span>
    </a>
  )
}
