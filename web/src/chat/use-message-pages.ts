import { type ChatMessage, listMessages } from '@plumbline/contract/chat/chat'
import { useQueries } from '@tanstack/react-query'
import { buildReadOptions } from '../api/query.ts'
import { MESSAGES_PER_PAGE } from './message-rows.ts'

export interface MessagePages {
  /** the message of a row; undefined: not loaded yet */
  messageAt: (row: number) => ChatMessage | undefined
  /** the loaded messages, in order */
  messages: ChatMessage[]
  /** error of a missing page; null without one */
  error: unknown
  retry: () => void
}

/** Completes messages stored on this device by an earlier version, which lack newer fields. */
const complete = (message: ChatMessage): ChatMessage =>
  'reactions' in message
    ? message
    : {
        ...(message as ChatMessage),
        edited_at: null,
        reply_to: null,
        reactions: [],
        deleted_by_admin: false,
        is_pinned: false,
      }

/** Loads the given pages of a conversation. Other pages stay in the cache but are not refetched. */
export function useMessagePages(chatId: string, pageNumbers: readonly number[]): MessagePages {
  const results = useQueries({
    queries: pageNumbers.map((page) =>
      buildReadOptions(listMessages, {
        params: { id: chatId },
        query: { offset: page * MESSAGES_PER_PAGE, limit: MESSAGES_PER_PAGE },
      }),
    ),
  })
  const pages = new Map(pageNumbers.map((page, index) => [page, results[index]?.data?.map(complete)]))
  return {
    messageAt: (row) => pages.get(Math.floor(row / MESSAGES_PER_PAGE))?.[row % MESSAGES_PER_PAGE],
    messages: [...pages.values()].flatMap((messages) => messages ?? []),
    error: results.find(({ error, data }) => error !== null && !data)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch()
    },
  }
}
