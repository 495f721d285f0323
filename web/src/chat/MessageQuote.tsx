import type { Chat, ChatMessage, QuotedMessage } from '@plumbline/contract/chat/chat'
import { Reply } from 'lucide-react'
import { useMe } from '../api/session.ts'
import { createNameLookup, useMessagePreview } from './people.tsx'
import { useChatText } from './text.ts'

/** Who wrote a quoted message, and its beginning. */
function useQuoteWords(chat: Chat) {
  const text = useChatText()
  const me = useMe()
  return (quote: QuotedMessage) => ({
    author: quote.user_id === me.id ? text.you : (createNameLookup(chat)(quote.user_id) ?? text.formerMember),
    words: quote.is_deleted ? text.deleted : quote.preview,
  })
}

/** The message that a reply refers to, in one line above it; pressing it leads there. */
export function MessageQuote(props: {
  chat: Chat
  quote: QuotedMessage
  onShow?: (position: number) => void
}) {
  const text = useChatText()
  const { quote, onShow } = props
  const { author, words } = useQuoteWords(props.chat)(quote)
  const line = (
    <>
      <Reply aria-hidden className="size-3.5 flex-none self-center rtl:-scale-x-100" />
      <span aria-hidden className="max-w-1/2 flex-none truncate font-medium">
        {author}
      </span>
      <span aria-hidden className={`min-w-0 truncate ${quote.is_deleted ? 'italic' : ''}`}>
        {words}
      </span>
      <span className="sr-only">{onShow ? text.showQuoted(author, words) : text.replyTo(author, words)}</span>
    </>
  )
  const look =
    'mb-0.5 flex max-w-full items-baseline gap-1.5 border-line-strong/55 border-s-2 ps-2 text-13 text-text-muted'
  if (!onShow) return <p className={look}>{line}</p>
  return (
    <button
      type="button"
      onClick={() => onShow(quote.position)}
      className={`${look} rounded-e-mark text-start hover:text-text pointer-coarse:min-h-9`}
    >
      {line}
    </button>
  )
}

/** Builds the quote of a message before the server has: for replies that are being written or wait. */
export function useQuoteOf() {
  const preview = useMessagePreview()
  return (message: ChatMessage): QuotedMessage => ({
    id: message.id,
    position: message.position,
    user_id: message.user_id,
    preview: preview(message),
    is_deleted: message.status === 'DELETED',
  })
}
