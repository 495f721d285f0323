import type { Chat, QuotedMessage } from '@plumbline/contract/chat/chat'
import { Clock, Paperclip } from 'lucide-react'
import { discardOperations, retryOperations } from '../api/keep-write.ts'
import { useMe } from '../api/session.ts'
import { Markdown } from '../issues/composer/Markdown.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { MessageQuote } from './MessageQuote.tsx'
import { createNameLookup } from './people.tsx'
import type { QueuedMessage } from './queued-messages.ts'
import { useChatText } from './text.ts'

/** A queued message with its state; a refused one offers retry and delete. */
export function PendingRow(props: { chat: Chat; pending: QueuedMessage; quote: QuotedMessage | null }) {
  const { chat, pending, quote } = props
  const text = useChatText()
  const me = useMe()
  const state = pending.state === 'SENDING' ? text.sending : text.waiting
  return (
    <article className="flex gap-3 pt-2 pb-0.5">
      <Avatar person={me} own decorative />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text.you}</p>
        <div className={pending.state === 'FAILED' ? undefined : 'opacity-70'}>
          {quote && <MessageQuote chat={chat} quote={quote} />}
          {pending.message && (
            <Markdown text={pending.message} projectId={chat.project_id} nameOf={createNameLookup(chat)} />
          )}
          {pending.files.map(({ id, name }) => (
            <p key={id} className="flex items-center gap-1.5 text-13 text-text-muted">
              <Paperclip aria-hidden className="size-3.5" />
              <span className="truncate">{name}</span>
            </p>
          ))}
        </div>
        {pending.state === 'FAILED' && (
          <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-13">
            <span className="text-danger">{text.notSent}</span>
            <span className="text-text-muted">{pending.problem}</span>
            <Button size="small" onClick={() => void retryOperations(pending.operations)}>
              {text.retry}
            </Button>
            <Button size="small" look="ghost" onClick={() => void discardOperations(pending.operations)}>
              {text.discard}
            </Button>
          </p>
        )}
      </div>
      {pending.state !== 'FAILED' && (
        <span role="img" aria-label={state} title={state} className="mt-1 flex-none text-text-muted">
          <Clock aria-hidden className="size-3.5" />
        </span>
      )}
    </article>
  )
}
