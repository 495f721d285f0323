import type { Chat } from '@plumbline/contract/chat/chat'
import { Search, SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useSearch } from '../base/navigation.tsx'
import { useTitle } from '../base/title.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useGrowingList } from '../ui/use-growing-list.ts'
import { ChatSearchResults } from './ChatSearchResults.tsx'
import { ThreadRow } from './ThreadRow.tsx'
import { useChatText } from './text.ts'

const NewChatDialog = lazyPart(() => import('./NewChatDialog.tsx'), { placeless: true })

/** All conversations, newest message first, or the search results. */
export function ThreadList(props: {
  chats: Chat[] | undefined
  /** error of the list, while there is none */
  error: unknown
  onRetry: () => void
  /** id of the open one */
  open: string | undefined
}) {
  const text = useChatText()
  useTitle('page', text.title)
  const { chats, open } = props
  const [{ q = '' }, change] = useSearch()
  const [typed, setTyped] = useState(q)
  const [beginning, setBeginning] = useState(false)
  const begin = () => setBeginning(true)
  const list = useGrowingList(chats?.length ?? 0)
  return (
    <section
      aria-labelledby="threads"
      className={`flex w-full flex-none flex-col border-line border-e bg-surface md:w-80 ${open ? 'max-md:hidden' : ''}`}
    >
      <div className="flex items-center gap-2 px-4 pt-3 pb-2">
        <h1 id="threads" className="me-auto font-semibold text-20">
          {text.title}
        </h1>
        <IconButton name={text.newChat} icon={<SquarePen aria-hidden />} onClick={begin} />
      </div>
      <div className="px-4 pb-2">
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.find}
          icon={<Search aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            change({ q: next.trim() || undefined })
          }}
        />
      </div>
      {(props.error !== null || !chats) && (
        <LoadingState error={props.error} onRetry={props.onRetry} failed={text.loadFailed} className="px-4" />
      )}
      {chats && typed.trim() !== '' && <ChatSearchResults chats={chats} q={typed.trim()} open={open} />}
      {chats?.length === 0 && typed.trim() === '' && (
        <EmptyState
          drawing="talk"
          title={text.empty}
          action={
            <Button look="primary" onClick={begin}>
              {text.start}
            </Button>
          }
        >
          {text.emptyHint}
        </EmptyState>
      )}
      {chats && typed.trim() === '' && (
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          <ul aria-label={text.threads}>
            {chats.slice(0, list.count).map((chat) => (
              <ThreadRow key={chat.id} chat={chat} current={chat.id === open} />
            ))}
          </ul>
          <div ref={list.end} />
        </div>
      )}
      {beginning && (
        <Suspense>
          <NewChatDialog onClose={() => setBeginning(false)} />
        </Suspense>
      )}
    </section>
  )
}
