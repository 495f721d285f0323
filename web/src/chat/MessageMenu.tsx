import { cutText } from '@plumbline/contract/characters'
import {
  type Chat,
  type ChatFile,
  type ChatMessage,
  pinMessage,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { getProject } from '@plumbline/contract/projects/projects'
import { Copy, Ellipsis, Link2, ListPlus, Pencil, Pin, PinOff, Reply, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { toastError, useRead, useWrite } from '../api/query.ts'
import { serverReach } from '../api/reach.ts'
import { useMe } from '../api/session.ts'
import { paths } from '../base/paths.ts'
import { LazyNewIssueDialog } from '../issues/LazyNewIssueDialog.tsx'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { buildChatFileUrl } from './chat-file-url.ts'
import { ReactButton } from './MessageReactions.tsx'
import { useMessageActions } from './message-actions.ts'
import { useChatText } from './text.ts'

const LONGEST_TITLE = 120

interface OfMessage {
  chat: Chat
  message: ChatMessage
}

const linkTo = ({ chat, message }: OfMessage) =>
  new URL(paths.thread(chat.id, message.position), location.href).href

/**
 * The actions of a message: reactions and a reply next to the menu. In a project's conversation it can become an issue,
 * which links back to the message.
 */
export function MessageMenu(props: OfMessage) {
  const { chat, message } = props
  const text = useChatText()
  const me = useMe()
  const [doing, setDoing] = useState<'issue' | 'delete' | null>(null)
  const { edit, reply, mayDeleteAll } = useMessageActions()
  const isReached = useSyncExternalStore(serverReach.subscribe, serverReach.read) === 'REACHED'
  const pin = useWrite(pinMessage)
  const isOwn = message.user_id === me.id
  const mayWrite = chat.read_only === null
  const close = () => setDoing(null)
  const copyText = useCopy()
  const copy = (words: string) => void copyText(words, { title: text.copied })
  return (
    <>
      {mayWrite && (
        <>
          <ReactButton chat={chat} message={message} />
          <IconButton
            size="small"
            name={text.reply}
            icon={<Reply aria-hidden className="rtl:-scale-x-100" />}
            onClick={() => reply(message)}
          />
        </>
      )}
      <Menu
        align="end"
        trigger={<IconButton size="small" name={text.messageActions} icon={<Ellipsis aria-hidden />} />}
      >
        {isOwn && mayWrite && (
          <MenuItem
            icon={<Pencil aria-hidden />}
            disabled={isReached ? false : text.editOffline}
            onSelect={() => edit(message.id)}
          >
            {text.edit}
          </MenuItem>
        )}
        {chat.project_id && mayWrite && (
          <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => setDoing('issue')}>
            {text.makeIssue}
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem
            icon={message.is_pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            disabled={isReached ? false : text.pinOffline}
            onSelect={() =>
              pin.run({
                params: { id: chat.id, messageId: message.id },
                body: { is_pinned: !message.is_pinned },
              })
            }
          >
            {message.is_pinned ? text.unpin : text.pin}
          </MenuItem>
        )}
        {message.message && (
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => copy(message.message)}>
            {text.copy}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => copy(linkTo(props))}>
          {text.copyLink}
        </MenuItem>
        {(isOwn || mayDeleteAll) && chat.read_only !== 'ARCHIVED' && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDoing('delete')}>
              {text.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {doing === 'issue' && chat.project_id && (
        <Suspense>
          <IssueOfMessage {...props} projectId={chat.project_id} onClose={close} />
        </Suspense>
      )}
      {doing === 'delete' && <DeleteMessage {...props} onClose={close} />}
    </>
  )
}

function DeleteMessage({ chat, message, onClose }: OfMessage & { onClose: () => void }) {
  const text = useChatText()
  const remove = useWrite(updateMessageStatus, { onDone: onClose })
  const params = { id: chat.id, messageId: message.id }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={text.deleteQuestion}
      action={text.delete}
      onConfirm={() => remove.run({ params, body: { status: 'DELETED' } })}
    >
      {text.deleteHint}
    </AlertDialog>
  )
}

/** Downloads a photo as a file; an empty list when that fails. */
async function readPhoto(chatId: string, photo: ChatFile): Promise<File[]> {
  const response = await fetch(buildChatFileUrl(chatId, photo.id, 'picture')).catch(() => null)
  if (!response?.ok) return []
  const name = `${photo.name.replace(/\.\w{1,5}$/, '')}.webp`
  return [new File([await response.blob()], name, { type: 'image/webp' })]
}

/** The photos of a message as files; null while they download. */
function usePhotos({ chat, message }: OfMessage): File[] | null {
  const [files, setFiles] = useState<File[] | null>(null)
  const read = useEffectEvent(async () => {
    const photos = message.files.filter(({ kind }) => kind === 'PHOTO')
    setFiles((await Promise.all(photos.map((photo) => readPhoto(chat.id, photo)))).flat())
  })
  useEffect(() => void read(), [])
  return files
}

function IssueOfMessage(props: OfMessage & { projectId: string; onClose: () => void }) {
  const text = useChatText()
  const { onClose } = props
  const { data: project, error } = useRead(getProject, { params: { id: props.projectId } })
  const files = usePhotos(props)
  useEffect(() => {
    if (!error || project) return
    toastError(error)
    onClose()
  }, [error, project, onClose])
  if (!project || !files) return null
  const { message } = props.message
  const [first = ''] = message.split('\n')
  return (
    <LazyNewIssueDialog
      project={project}
      onClose={props.onClose}
      source="CHAT"
      files={files}
      initial={{
        name: cutText(first.trim(), LONGEST_TITLE),
        description: `${message}\n\n[${text.fromChat}](${linkTo(props)})`.trim(),
      }}
    />
  )
}
