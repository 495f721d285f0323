import { type Chat, getChat, listChats } from '@plumbline/contract/chat/chat'
import { useRead } from '../api/query.ts'
import { useSearch } from '../base/navigation.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Thread } from './Thread.tsx'
import { ThreadList } from './ThreadList.tsx'
import { useChatText } from './text.ts'

/** The list of conversations next to the open one; on phones one of the two. */
export function ChatPage() {
  const [{ thread, message }] = useSearch()
  const reading = useRead(listChats, {})
  const chats = reading.data
  const position = Number(message) || undefined
  return (
    <div className="flex h-full min-h-0">
      <ThreadList
        chats={chats}
        error={chats ? null : reading.error}
        onRetry={() => void reading.refetch()}
        open={thread}
      />
      <section className={`min-w-0 flex-1 ${thread ? '' : 'max-md:hidden'}`}>
        <OpenConversation chats={chats} isFresh={!reading.isFetching} thread={thread} position={position} />
      </section>
    </div>
  )
}

function OpenConversation(props: {
  chats: Chat[] | undefined
  /** the list is up to date: a conversation missing from it is an old one of very many, or does not exist */
  isFresh: boolean
  thread: string | undefined
  position: number | undefined
}) {
  const text = useChatText()
  const { chats, thread, position } = props
  const listed = chats?.find(({ id }) => id === thread)
  const isUnlisted = chats !== undefined && thread !== undefined && props.isFresh && !listed
  const isRead = isUnlisted || listed?.member_count !== undefined
  const read = useRead(getChat, { params: { id: thread ?? '' } }, { enabled: isRead, redirects: false })
  if (!chats || (isRead && read.isLoading)) return null
  // after an error the conversation from before is still there
  const whole = isRead && !read.error ? read.data : undefined
  const chat = listed && whole ? { ...listed, members: whole.members } : (listed ?? whole)
  if (chat) return <Thread key={`${chat.id} ${position ?? ''}`} chat={chat} position={position} />
  if (thread && !props.isFresh) return null
  return thread ? (
    <EmptyState drawing="broken" title={text.gone}>
      {text.goneHint}
    </EmptyState>
  ) : (
    <EmptyState drawing="talk" title={text.choose} />
  )
}
