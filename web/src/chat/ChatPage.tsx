import { type Chat, listChats } from '@plumbline/contract/chat'
import { useRead } from '../api/query.ts'
import { shortDate } from '../app/dates.ts'
import { useSearch } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useNavigateOnClick } from '../ui/Link.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { Thread } from './Thread.tsx'
import { useChatText } from './text.ts'

/** Conversations at the start, the open one beside them; on phones one at a time. */
export function ChatPage() {
  const text = useChatText()
  const [{ thread }] = useSearch()
  const { data: chats, error, refetch } = useRead(listChats, {})
  const open = chats?.find((chat) => chat.id === thread)
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-labelledby="threads"
        className={`flex w-full flex-none flex-col border-line border-e bg-surface md:w-80 ${open ? 'max-md:hidden' : ''}`}
      >
        <h1 id="threads" className="px-4 pt-4 pb-2 font-semibold text-20">
          {text.title}
        </h1>
        {error && (
          <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
            {text.loadFailed}
          </Banner>
        )}
        {!chats && !error && (
          <Skeleton className="px-4">
            <SkeletonRows rows={4} />
          </Skeleton>
        )}
        {chats?.length === 0 && (
          <EmptyState drawing="talk" title={text.empty}>
            {text.emptyHint}
          </EmptyState>
        )}
        <ul className="min-h-0 flex-1 overflow-y-auto px-2">
          {chats?.map((chat) => (
            <ThreadRow key={chat.id} chat={chat} current={chat.id === thread} />
          ))}
        </ul>
      </section>
      <section className={`min-w-0 flex-1 ${open ? '' : 'max-md:hidden'}`}>
        {open ? <Thread key={open.id} chat={open} /> : <EmptyState drawing="talk" title={text.choose} />}
      </section>
    </div>
  )
}

function ThreadRow({ chat, current }: { chat: Chat; current: boolean }) {
  const text = useChatText()
  const navigate = useNavigateOnClick()
  const { last_message: last } = chat
  return (
    <li>
      <a
        href={paths.thread(chat.id)}
        onClick={navigate}
        aria-current={current ? 'page' : undefined}
        className="block rounded-control px-2 py-2 -outline-offset-2 hover:bg-sunken aria-[current=page]:bg-sunken"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{chat.name}</span>
          {last && <span className="text-12 text-text-muted tabular-nums">{shortDate(last.created_at)}</span>}
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-13 text-text-muted">
            {last ? last.message || text.deleted : text.members(chat.members.length)}
          </span>
          {chat.unread > 0 && (
            <>
              <Badge tone="info">{chat.unread}</Badge>
              <span className="sr-only">{text.unread(chat.unread)}</span>
            </>
          )}
        </span>
      </a>
    </li>
  )
}
