import type { Chat } from '@plumbline/contract/chat/chat'
import { useState } from 'react'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { MessageList } from './MessageList.tsx'
import { findUnreadRow, listPagesAround } from './message-rows.ts'
import { useQueuedMessages } from './queued-messages.ts'
import { useChatText } from './text.ts'
import { useMessagePages } from './use-message-pages.ts'

/** The messages of a conversation, opened at a linked message, at the first unread one, or at the newest. */
export function Messages(props: { chat: Chat; position: number | undefined; enterSends: boolean }) {
  const { chat, position } = props
  const text = useChatText()
  const queued = useQueuedMessages(chat.id)
  // fixed on opening: the separator must not move while the conversation is read
  const [line] = useState(() => findUnreadRow(chat))
  const [start] = useState(() => {
    const last = Math.max(0, chat.messages - 1)
    return position ? Math.min(position - 1, last) : (line ?? last)
  })
  const first = useMessagePages(chat.id, listPagesAround(start, start, chat.messages))
  if (chat.messages === 0 && queued.length === 0)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState drawing="talk" title={text.hello}>
          {text.helloHint}
        </EmptyState>
      </div>
    )
  if (first.error)
    return (
      <div className="flex-1">
        <LoadFailed error={first.error} onRetry={first.retry}>
          {text.loadFailed}
        </LoadFailed>
      </div>
    )
  if (chat.messages > 0 && !first.messageAt(start))
    return (
      <Skeleton className="flex-1 p-4">
        <SkeletonRows rows={6} />
      </Skeleton>
    )
  return (
    <MessageList
      chat={chat}
      queued={queued}
      start={start}
      line={line}
      linked={position ? position - 1 : null}
      enterSends={props.enterSends}
    />
  )
}
