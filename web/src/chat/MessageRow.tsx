import type { Chat, ChatMessage } from '@plumbline/contract/chat/chat'
import { Check, CheckCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '../api/session.ts'
import { Markdown } from '../issues/composer/Markdown.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { fullName } from '../ui/person.ts'
import { clockTime, exactTime, longDate, shortDateTime } from '../users/dates.ts'
import { LinkCards } from './LinkCards.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageMenu } from './MessageMenu.tsx'
import { MessageQuote } from './MessageQuote.tsx'
import { MessageReactions } from './MessageReactions.tsx'
import { useMessageActions } from './message-actions.ts'
import { createNameLookup } from './people.tsx'
import { useChatText } from './text.ts'

/** messages of one author within this time are grouped under one name */
const GROUPING_MS = 5 * 60_000

const sameDay = (a: string, b: string) => new Date(a).toDateString() === new Date(b).toDateString()

interface RowProps {
  chat: Chat
  message: ChatMessage
  before: ChatMessage | undefined
  isFirstUnread: boolean
  isLinked: boolean
  /** it was just led to: takes the focus once */
  takesFocus: boolean
  onFocused: () => void
  /** leads to the message at a position */
  onShow: (position: number) => void
  enterSends: boolean
}

/** A message, below a date separator for the first of a day and a name for the first of a group. */
export function MessageRow(props: RowProps) {
  const { chat, message, before, isFirstUnread, takesFocus } = props
  const article = useRef<HTMLElement>(null)
  const isEditing = useMessageActions().editing === message.id
  const focus = useEffectEvent(() => {
    article.current?.focus({ preventScroll: true })
    props.onFocused()
  })
  useEffect(() => {
    if (takesFocus) focus()
  }, [takesFocus])
  const text = useChatText()
  const me = useMe()
  const isFirst = message.position === 1
  const isNewDay = isFirst || (before !== undefined && !sameDay(before.created_at, message.created_at))
  const follows =
    !isNewDay &&
    !isFirstUnread &&
    before?.user_id === message.user_id &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < GROUPING_MS
  return (
    <>
      {isNewDay && <Separator>{longDate(message.created_at)}</Separator>}
      {isFirstUnread && <Separator isNew>{text.newHere}</Separator>}
      <article
        ref={article}
        aria-label={fullName(chat.members.find(({ id }) => id === message.user_id) ?? formerMember)}
        // focusable, so that a tap shows the actions
        tabIndex={-1}
        className={cx(
          'group relative -mx-2 flex gap-3 rounded-control px-2 outline-none hover:bg-sunken/60 focus-within:bg-sunken/60',
          follows ? 'py-0.5' : 'pt-2 pb-0.5',
          props.isLinked && 'bg-accent-soft',
        )}
      >
        <Author chat={chat} message={message} follows={follows} />
        <div className="min-w-0 flex-1">
          {!follows && <Name chat={chat} message={message} />}
          {isEditing ? (
            <MessageEditor
              chat={chat}
              message={message}
              enterSends={props.enterSends}
              onDone={() => article.current?.focus({ preventScroll: true })}
            />
          ) : (
            <Content chat={chat} message={message} onShow={props.onShow} />
          )}
        </div>
        {message.user_id === me.id && <Status status={message.status} />}
        {message.status !== 'DELETED' && !isEditing && (
          <div className="absolute end-1 -top-3 flex rounded-control border border-line bg-raised opacity-0 shadow-float group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100">
            <MessageMenu chat={chat} message={message} />
          </div>
        )}
      </article>
    </>
  )
}

const formerMember = { id: 'gone', first_name: '', last_name: '' }

function Separator({ isNew, children }: { isNew?: boolean; children: string }) {
  return (
    <p
      className={cx(
        'my-2 flex items-center gap-3 text-12',
        isNew
          ? 'font-medium text-danger before:bg-danger after:bg-danger'
          : 'text-text-muted before:bg-line after:bg-line',
        'before:h-px before:flex-1 after:h-px after:flex-1',
      )}
    >
      {children}
    </p>
  )
}

function Author({ chat, message, follows }: { chat: Chat; message: ChatMessage; follows: boolean }) {
  const author = chat.members.find(({ id }) => id === message.user_id)
  if (!follows) return <Avatar person={author ?? formerMember} decorative />
  return (
    <span className="w-8 flex-none whitespace-nowrap text-center text-[0.6875rem] text-text-muted tabular-nums leading-5 opacity-0 group-hover:opacity-100">
      <time dateTime={message.created_at} title={exactTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
    </span>
  )
}

function Name({ chat, message }: { chat: Chat; message: ChatMessage }) {
  const text = useChatText()
  const me = useMe()
  const name =
    message.user_id === me.id ? text.you : (createNameLookup(chat)(message.user_id) ?? text.formerMember)
  return (
    <p className="flex items-baseline gap-2">
      <span className="truncate font-medium">{name}</span>
      <time
        dateTime={message.created_at}
        title={exactTime(message.created_at)}
        className="text-12 text-text-muted tabular-nums"
      >
        {clockTime(message.created_at)}
      </time>
    </p>
  )
}

function Content(props: { chat: Chat; message: ChatMessage; onShow: (position: number) => void }) {
  const text = useChatText()
  const { chat, message } = props
  if (message.status === 'DELETED')
    return (
      <p className="text-text-muted italic">
        {message.deleted_by_admin ? text.deletedByAdmin : text.deleted}
      </p>
    )
  return (
    <>
      {message.reply_to && <MessageQuote chat={chat} quote={message.reply_to} onShow={props.onShow} />}
      {message.message && (
        <Markdown text={message.message} projectId={chat.project_id} nameOf={createNameLookup(chat)} />
      )}
      <MessageFiles chatId={chat.id} message={message} />
      <LinkCards message={message.message} />
      {message.edited_at && <EditedMark at={message.edited_at} since={message.created_at} />}
      <MessageReactions chat={chat} message={message} />
    </>
  )
}

/** When a message was edited: the time of the day it was sent, or a later date. */
function EditedMark({ at, since }: { at: string; since: string }) {
  const text = useChatText()
  return (
    <p className="text-12 text-text-muted">
      <time dateTime={at} title={exactTime(at)}>
        {text.edited(sameDay(at, since) ? clockTime(at) : shortDateTime(at))}
      </time>
    </p>
  )
}

/** The delivery status of one's own message. */
function Status({ status }: { status: ChatMessage['status'] }) {
  const text = useChatText()
  if (status === 'DELETED') return null
  const Icon = status === 'SENT' ? Check : CheckCheck
  return (
    <span
      role="img"
      aria-label={text.status[status]}
      title={text.status[status]}
      className={cx('mt-1 flex-none', status === 'READ' ? 'text-link' : 'text-text-muted')}
    >
      <Icon aria-hidden className="size-3.5" />
    </span>
  )
}
