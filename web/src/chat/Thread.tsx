import {
  type Chat,
  type ChatMessage,
  maxChatFileBytes,
  maxChatFiles,
  muteChat,
} from '@plumbline/contract/chat/chat'
import { getProject } from '@plumbline/contract/projects/projects'
import { ArrowLeft, Building2, Ellipsis, Search, UsersRound } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useDraftFiles } from '../api/draft-files.ts'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useOnlineUsers } from '../presence/use-online-users.ts'
import { Dropzone } from '../ui/Dropzone.tsx'
import { formatFileSize, validateFiles } from '../ui/file-rules.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu, MenuCheck, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { ChatBox } from './ChatBox.tsx'
import { useEnterSends } from './enter-sends.ts'
import { Messages } from './Messages.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { PinnedMessages } from './PinnedMessages.tsx'
import { ChatPicture, findOtherMember, useChatName } from './people.tsx'
import { useChatText } from './text.ts'

const GroupDialog = lazyPart(() => import('./GroupDialog.tsx'), { placeless: true })

const rules = { endings: [''], max_bytes: maxChatFileBytes, max_files: maxChatFiles }

/** One conversation, oldest message first, with the input below. Files can be dropped anywhere on it. */
export function Thread({ chat, position }: { chat: Chat; position: number | undefined }) {
  const text = useChatText()
  const ui = useUiText()
  const [enterSends, setEnterSends] = useEnterSends()
  const { files, setFiles, sendFiles } = useDraftFiles(`chat.${chat.id}`)
  const actions = useActionsOf(chat)
  function add(more: readonly File[]) {
    const all = [...files, ...more]
    const { accepted, refused } = validateFiles(all, rules)
    if (refused.length > 0)
      toast.error({ text: text.filesRefused(maxChatFiles, formatFileSize(maxChatFileBytes, ui.locale)) })
    setFiles(accepted)
  }
  return (
    <Dropzone
      label={text.dropFiles}
      rules={rules}
      disabled={chat.read_only !== null}
      onFiles={add}
      className="flex h-full min-h-0 flex-col"
    >
      <Head chat={chat} enterSends={enterSends} onEnterSends={setEnterSends} />
      <PinnedMessages chat={chat} />
      <MessageActionsContext value={actions}>
        <Messages chat={chat} position={position} enterSends={enterSends} />
        <ChatBox
          chat={chat}
          files={files}
          onFiles={add}
          setFiles={setFiles}
          sendFiles={sendFiles}
          enterSends={enterSends}
        />
      </MessageActionsContext>
    </Dropzone>
  )
}

function useActionsOf({ project_id }: Chat) {
  const [editing, edit] = useState<string | null>(null)
  const [replyTo, reply] = useState<ChatMessage | null>(null)
  const input = { params: { id: project_id ?? '' } }
  const { data: project } = useRead(getProject, input, {
    enabled: project_id !== null,
    redirects: false,
    silent: true,
  })
  const mayDeleteAll = project?.my_permission_level === 'ADMIN'
  return useMemo(() => ({ editing, edit, replyTo, reply, mayDeleteAll }), [editing, replyTo, mayDeleteAll])
}

function Head(props: { chat: Chat; enterSends: boolean; onEnterSends: (sends: boolean) => void }) {
  const { chat } = props
  const text = useChatText()
  const me = useMe()
  const navigate = useNavigate()
  const online = useOnlineUsers()
  const nameOf = useChatName()
  const [details, setDetails] = useState(false)
  const mute = useWrite(muteChat)
  const presence = online.has(findOtherMember(chat, me.id).id) ? text.online : text.offlineNow
  return (
    <header className="flex items-center gap-3 border-line border-b bg-surface px-4 py-2.5">
      <Link quiet href={paths.chat} aria-label={text.back} className="md:hidden">
        <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
      </Link>
      <ChatPicture chat={chat} me={me.id} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-16">{nameOf(chat)}</h2>
        <p className="truncate text-13 text-text-muted">
          {chat.kind === 'DIRECT' ? presence : text.members(chat.members.length)}
        </p>
      </div>
      <Menu
        align="end"
        trigger={<IconButton name={text.conversationActions} icon={<Ellipsis aria-hidden />} />}
      >
        {chat.project_id && (
          <MenuLink href={paths.project(chat.project_id)} icon={<Building2 aria-hidden />}>
            {text.openProject}
          </MenuLink>
        )}
        {chat.kind === 'GROUP' && (
          <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => setDetails(true)}>
            {text.groupDetails}
          </MenuItem>
        )}
        <MenuItem
          icon={<Search aria-hidden />}
          onSelect={() => {
            navigate(paths.chat)
            setTimeout(() => document.querySelector<HTMLInputElement>('input[type=search]')?.focus())
          }}
        >
          {text.search}
        </MenuItem>
        <MenuSeparator />
        <MenuCheck
          checked={chat.is_muted}
          onChange={(is_muted) => mute.run({ params: { id: chat.id }, body: { is_muted } })}
        >
          {text.mute}
        </MenuCheck>
        <MenuCheck checked={props.enterSends} onChange={props.onEnterSends}>
          {text.enterSends}
        </MenuCheck>
      </Menu>
      {details && (
        <Suspense>
          <GroupDialog chat={chat} onClose={() => setDetails(false)} />
        </Suspense>
      )}
    </header>
  )
}
