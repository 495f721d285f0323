import {
  type Chat,
  type ChatMessage,
  listMessages,
  sendMessage,
  updateMessageStatus,
} from '@plumbline/contract/chat'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { clockTime, exactTime, longDate } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { MessageMenu } from './MessageMenu.tsx'
import { useChatText } from './text.ts'

const PAGE = 50

/** One conversation: oldest to newest, the newest in view, what one writes at the bottom. */
export function Thread({ chat }: { chat: Chat }) {
  const text = useChatText()
  const [shown, setShown] = useState(PAGE)
  const offset = Math.max(0, chat.messages - shown)
  const query = { offset, limit: Math.min(200, shown) }
  const { data, error, refetch } = useRead(
    listMessages,
    { params: { id: chat.id }, query },
    { keepPrevious: true },
  )
  useReadMarks(chat, data)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 border-line border-b bg-surface px-4 py-3">
        <Link quiet href={paths.chat} aria-label={text.back} className="md:hidden">
          <ArrowLeft aria-hidden />
        </Link>
        <div className="min-w-0">
          <h2 className="truncate font-semibold text-16">{chat.name}</h2>
          <p className="text-13 text-text-muted">{text.members(chat.members.length)}</p>
        </div>
      </header>
      {error && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
          {text.loadFailed}
        </Banner>
      )}
      {!data && !error && (
        <Skeleton className="flex-1 p-4">
          <SkeletonRows rows={6} />
        </Skeleton>
      )}
      {data && (
        <Messages
          chat={chat}
          messages={data}
          onOlder={offset > 0 && shown < 200 ? () => setShown(shown + PAGE) : null}
        />
      )}
      <Composer chat={chat} />
    </div>
  )
}

/** Tells the server how far one has read, once the messages are on screen. */
function useReadMarks(chat: Chat, messages: ChatMessage[] | undefined) {
  const mark = useWrite(updateMessageStatus, { onError: () => {} })
  const newest = messages?.at(-1)?.id
  const { run } = mark
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (newest && chat.unread > 0)
      latest.current({ params: { id: chat.id, messageId: newest }, body: { status: 'READ' } })
  }, [newest, chat.id, chat.unread])
}

function Messages(props: { chat: Chat; messages: ChatMessage[]; onOlder: (() => void) | null }) {
  const text = useChatText()
  const scroller = useRef<HTMLDivElement>(null)
  const newest = props.messages.at(-1)?.id
  useEffect(() => {
    const element = scroller.current
    if (newest && element) element.scrollTop = element.scrollHeight
  }, [newest])
  if (props.messages.length === 0)
    return (
      <div className="flex-1">
        <EmptyState drawing="talk" title={text.hello}>
          {text.helloHint}
        </EmptyState>
      </div>
    )
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={props.chat.name}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
    >
      {props.onOlder && (
        <p className="pb-3 text-center">
          <Button size="small" onClick={props.onOlder}>
            {text.older}
          </Button>
        </p>
      )}
      <ol>
        {props.messages.map((message, index) => (
          <Message key={message.id} chat={props.chat} message={message} before={props.messages[index - 1]} />
        ))}
      </ol>
    </div>
  )
}

const sameDay = (a: string, b: string) => longDate(a) === longDate(b)

function Message({
  chat,
  message,
  before,
}: {
  chat: Chat
  message: ChatMessage
  before: ChatMessage | undefined
}) {
  const text = useChatText()
  const me = useMe()
  const author = chat.members.find((member) => member.id === message.user_id)
  const newDay = !before || !sameDay(before.created_at, message.created_at)
  const follows = !newDay && before?.user_id === message.user_id
  const own = message.user_id === me.id
  const name = own ? text.you : author ? `${author.first_name} ${author.last_name}` : text.formerMember
  return (
    <li>
      {newDay && (
        <p className="my-3 text-center text-12 text-text-muted">
          <time dateTime={message.created_at}>{longDate(message.created_at)}</time>
        </p>
      )}
      <div className={`flex gap-3 ${follows ? 'mt-0.5' : 'mt-3'}`}>
        <div className="w-8 flex-none">
          {!follows && <Avatar person={author ?? { id: 'gone', first_name: '', last_name: '' }} decorative />}
        </div>
        <div className="min-w-0 flex-1">
          {!follows && (
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
          )}
          <p
            className={`whitespace-pre-wrap break-words ${message.status === 'DELETED' ? 'text-text-muted italic' : ''}`}
          >
            {message.status === 'DELETED' ? text.deleted : message.message}
            {own && message.status !== 'DELETED' && (
              <span className="ms-2 text-12 text-text-muted">{text.status[message.status]}</span>
            )}
          </p>
        </div>
        {chat.project_id && chat.may_write && message.status !== 'DELETED' && (
          <MessageMenu projectId={chat.project_id} chatId={chat.id} message={message} />
        )}
      </div>
    </li>
  )
}

function Composer({ chat }: { chat: Chat }) {
  const text = useChatText()
  const [draft, setDraft] = useState('')
  const send = useWrite(sendMessage, { onDone: () => setDraft('') })
  if (!chat.may_write) return <p className="border-line border-t p-4 text-text-muted">{text.mayNot}</p>
  const submit = () => {
    const message = draft.trim()
    if (message && !send.pending) send.run({ params: { id: chat.id }, body: { message } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="flex items-end gap-2 border-line border-t bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        aria-label={text.write}
        placeholder={text.write}
        rows={1}
        value={draft}
        onChange={setDraft}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1"
      />
      <Button look="primary" type="submit" loading={send.pending}>
        {text.send}
      </Button>
    </form>
  )
}
