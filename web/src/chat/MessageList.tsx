import type { Chat, ChatMessage } from '@plumbline/contract/chat/chat'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMe } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { SkeletonBlock } from '../ui/Skeleton.tsx'
import { useQuoteOf } from './MessageQuote.tsx'
import { MessageRow } from './MessageRow.tsx'
import { countRows, findAnchorRow, listPagesAround } from './message-rows.ts'
import { PendingRow } from './PendingRow.tsx'
import { createNameLookup, useMessagePreview } from './people.tsx'
import type { QueuedMessage } from './queued-messages.ts'
import { TypingLine } from './TypingLine.tsx'
import { useChatText } from './text.ts'
import { type MessagePages, useMessagePages } from './use-message-pages.ts'
import { useReadMarks } from './use-read-marks.ts'

const ESTIMATE_PX = 52
/** within this distance of the end the list follows new messages */
const NEAR_END_PX = 60

interface ListProps {
  chat: Chat
  queued: readonly QueuedMessage[]
  /** the row scrolled to at first */
  start: number
  /** the row after the "New" separator; null without unread messages */
  line: number | null
  /** the row a link points to */
  linked: number | null
  enterSends: boolean
}

/** Virtualizes the conversation: a row is a message position, and only rows in view are rendered. */
function useRows(scroller: RefObject<HTMLDivElement | null>, props: ListProps, pages: MessagePages) {
  const { start } = props
  const waiting = props.queued.filter(({ id }) => !pages.messages.some((message) => message.id === id))
  const loadedRows = countRows(props.chat.messages, (row) => pages.messageAt(row) !== undefined)
  const count = loadedRows + waiting.length
  const [isAtNewest] = useState(start >= props.chat.messages - 1)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE_PX,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    initialOffset: () => start * ESTIMATE_PX,
  })
  // fixed before measuring: the anchor must not move while rows report their heights
  const anchor = findAnchorRow(virtual.range ?? { startIndex: 0, endIndex: 0 }, (row) =>
    virtual.itemSizeCache.has(row),
  )
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item) => item.index < anchor
  useLayoutEffect(() => {
    if (isAtNewest) virtual.scrollToEnd()
    else virtual.scrollToIndex(start, { align: 'center' })
    // scrolls only once, when the conversation opens
  }, [virtual, start, isAtNewest])
  return { virtual, waiting, said: loadedRows }
}

export function MessageList(props: ListProps) {
  const { chat } = props
  const text = useChatText()
  const me = useMe()
  const scroller = useRef<HTMLDivElement>(null)
  const quoteOf = useQuoteOf()
  const [linked, setLinked] = useState(props.linked)
  const [focusing, setFocusing] = useState<number | null>(null)
  const [wanted, setWanted] = useState(() => listPagesAround(props.start, props.start, chat.messages).join())
  const pages = useMessagePages(chat.id, wanted.split(',').map(Number))
  const { virtual, waiting, said } = useRows(scroller, props, pages)
  const { startIndex, endIndex } = virtual.range ?? { startIndex: props.start, endIndex: props.start }
  const around = listPagesAround(startIndex, Math.min(endIndex, said), chat.messages).join()
  useEffect(() => setWanted(around), [around])
  const seen = Math.min(endIndex, said - 1)
  useReadMarks(chat, pages.messageAt(seen))
  const [newest, setNewest] = useState(seen)
  useEffect(() => setNewest((before) => Math.max(before, seen)), [seen])
  const isNear = virtual.isAtEnd(NEAR_END_PX) || said + waiting.length === 0
  const unseen = Math.max(0, chat.messages - 1 - newest)
  function show(position: number) {
    setLinked(position - 1)
    setFocusing(position - 1)
    virtual.scrollToIndex(position - 1, { align: 'center' })
  }
  /** The message that a waiting message replies to, if its page is loaded. */
  function findQuote({ reply_to }: QueuedMessage) {
    const message = reply_to ? pages.messages.find(({ id }) => id === reply_to) : undefined
    return message ? quoteOf(message) : null
  }
  useScrollToOwnMessages(waiting, () => virtual.scrollToEnd())
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={text.messages}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const before = pages.messageAt(index - 1)
            // without the previous message it is not known whether the author is shown, and a later change of
            // height would move the text
            const message = before || index === 0 ? pages.messageAt(index) : undefined
            const pending = waiting[index - said]
            const key = message?.id ?? pending?.id ?? index
            return (
              <li
                key={key}
                // an unloaded row keeps its estimated height
                ref={message || pending ? virtual.measureElement : undefined}
                data-index={index}
                aria-setsize={said + waiting.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 px-4"
                style={{ top: start }}
              >
                <div className="mx-auto max-w-220">
                  {message ? (
                    <MessageRow
                      chat={chat}
                      message={message}
                      before={before}
                      isFirstUnread={props.line === index}
                      isLinked={linked === index}
                      takesFocus={focusing === index}
                      onFocused={() => setFocusing(null)}
                      onShow={show}
                      enterSends={props.enterSends}
                    />
                  ) : pending ? (
                    <PendingRow chat={chat} pending={pending} quote={findQuote(pending)} />
                  ) : (
                    <PlaceholderRow />
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      </section>
      {!isNear && (
        <div className="pointer-events-none absolute inset-x-0 bottom-8 flex justify-center">
          <Button
            size="small"
            icon={<ArrowDown aria-hidden />}
            className="pointer-events-auto shadow-float"
            onClick={() => virtual.scrollToEnd()}
          >
            {unseen > 0 ? text.newMessages(unseen) : text.toNewest}
          </Button>
        </div>
      )}
      <TypingLine chat={chat} />
      <NewMessageAnnouncement chat={chat} me={me.id} />
    </div>
  )
}

/** Scrolls to the end when the person has sent a message, from any position. */
function useScrollToOwnMessages(waiting: readonly QueuedMessage[], follow: () => void) {
  const last = waiting.at(-1)?.id
  const [known] = useState(() => new Set(waiting.map(({ id }) => id)))
  const latest = useEffectEvent(follow)
  useEffect(() => {
    if (!last || known.has(last)) return
    known.add(last)
    latest()
  }, [last, known])
}

function PlaceholderRow() {
  return (
    <div className="flex gap-3 py-2" style={{ height: ESTIMATE_PX }}>
      <SkeletonBlock className="size-8 rounded-full" />
      <SkeletonBlock className="mt-1 h-3 w-1/2" />
    </div>
  )
}

/** Announces new messages to screen readers while the conversation is open. */
function NewMessageAnnouncement({ chat, me }: { chat: Chat; me: string }) {
  const preview = useMessagePreview()
  const text = useChatText()
  const [opened] = useState(chat.messages)
  const last: ChatMessage | null = chat.last_message
  const isNew = last !== null && last.position > opened && last.user_id !== me && last.status !== 'DELETED'
  return (
    <p role="status" className="sr-only">
      {isNew && `${createNameLookup(chat)(last.user_id) ?? text.formerMember}: ${preview(last)}`}
    </p>
  )
}
