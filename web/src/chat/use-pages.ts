import { type ChatMessage, listMessages } from '@plumbline/contract/chat/chat'
import { useQueries } from '@tanstack/react-query'
import { readOptions } from '../api/query.ts'
import { PAGE } from './places.ts'

export interface Pages {
  /** the message of a row; undefined: not loaded yet */
  messageAt: (row: number) => ChatMessage | undefined
  /** the loaded messages, in order */
  messages: ChatMessage[]
  failed: boolean
  retry: () => void
}

/** Loads the given pages of a conversation. Other pages stay in the cache but are not refetched. */
export function usePages(chatId: string, wanted: readonly number[]): Pages {
  const results = useQueries({
    queries: wanted.map((page) =>
      readOptions(listMessages, { params: { id: chatId }, query: { offset: page * PAGE, limit: PAGE } }),
    ),
  })
  const byPage = new Map(wanted.map((page, index) => [page, results[index]]))
  return {
    messageAt: (row) => byPage.get(Math.floor(row / PAGE))?.data?.[row % PAGE],
    messages: results.flatMap(({ data }) => data ?? []),
    failed: results.some(({ error, data }) => error !== null && !data),
    retry: () => {
      for (const result of results) if (result.error) void result.refetch()
    },
  }
}
