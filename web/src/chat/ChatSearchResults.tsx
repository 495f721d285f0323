import { type Chat, type ChatMessage, getChat, openChat, searchMessages } from '@plumbline/contract/chat/chat'
import { listUsers, maxListedPeople } from '@plumbline/contract/users/users'
import { useDeferredValue, useEffect, useState } from 'react'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { optionClass } from '../ui/control-classes.ts'
import { cx } from '../ui/cx.ts'
import { useNavigateOnClick } from '../ui/Link.tsx'
import { fullName } from '../ui/person.ts'
import { shortDate } from '../users/dates.ts'
import { createNameLookup, useChatName, useMessagePreview } from './people.tsx'
import { ThreadRow } from './ThreadRow.tsx'
import { useChatText } from './text.ts'

/** most people shown in the search results */
const MAX_PEOPLE = 8
const PAUSE_MS = 200

const contains = (words: string, q: string) => words.toLocaleLowerCase().includes(q.toLocaleLowerCase())

/** Debounces the search text. */
function useDebounced(q: string): string {
  const [paused, setPaused] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(q), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [q])
  return paused
}

function ResultSection({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 pt-3 pb-1 font-medium text-12 text-text-muted">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** Search results: conversations by name, people without a conversation yet, and messages. */
export function ChatSearchResults({
  chats,
  q,
  open,
}: {
  chats: Chat[]
  q: string
  open: string | undefined
}) {
  const text = useChatText()
  const words = useDeferredValue(useDebounced(q))
  const named = chats.filter(
    (chat) =>
      contains(chat.name, q) ||
      (chat.kind === 'GROUP' && chat.members.some((person) => contains(fullName(person), q))),
  )
  const people = usePeopleToMeet(chats, q, words)
  const found = useRead(searchMessages, { query: { q: words } }, { keepPrevious: true })
  const isEmpty = named.length + people.length + (found.data?.items.length ?? 0) === 0 && !found.error
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      {named.length > 0 && (
        <ResultSection title={text.threads}>
          {named.map((chat) => (
            <ThreadRow key={chat.id} chat={chat} current={chat.id === open} />
          ))}
        </ResultSection>
      )}
      {people.length > 0 && <PeopleResults people={people} />}
      {found.data && found.data.items.length > 0 && (
        <ResultSection title={text.messages}>
          <MessageResults key={words} chats={chats} q={words} after={undefined} />
        </ResultSection>
      )}
      {found.error && (
        <div className="px-2 pt-3">
          <LoadFailed error={found.error} onRetry={() => void found.refetch()}>
            {text.searchFailed}
          </LoadFailed>
        </div>
      )}
      <p role="status" className="px-2 py-3 text-13 text-text-muted">
        {isEmpty && found.data && words === q && text.nothingFound}
      </p>
    </div>
  )
}

/** People whose name matches and with whom there is no direct conversation yet. */
function usePeopleToMeet(chats: Chat[], q: string, words: string) {
  const me = useMe()
  const { data: listed } = useRead(listUsers, { query: {} }, { silent: true })
  const enabled = listed?.length === maxListedPeople
  const { data: found } = useRead(
    listUsers,
    { query: { q: words } },
    { silent: true, enabled, keepPrevious: true },
  )
  const met = new Set(
    chats.filter(({ kind }) => kind === 'DIRECT').flatMap(({ members }) => members.map(({ id }) => id)),
  )
  return (found ?? listed ?? [])
    .filter((person) => person.id !== me.id && !met.has(person.id) && contains(fullName(person), q))
    .slice(0, MAX_PEOPLE)
}

function PeopleResults({ people }: { people: ReturnType<typeof usePeopleToMeet> }) {
  const text = useChatText()
  const navigate = useNavigate()
  const begin = useWrite(openChat, { onDone: ({ id }) => navigate(paths.thread(id)) })
  return (
    <ResultSection title={text.people}>
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            onClick={() => begin.run({ body: { kind: 'DIRECT', member_ids: [person.id] } })}
            className={cx(optionClass, 'w-full text-start hover:bg-sunken')}
          >
            <Avatar person={person} decorative />
            <span className="min-w-0 truncate">{fullName(person)}</span>
          </button>
        </li>
      ))}
    </ResultSection>
  )
}

/** A page of messages with a button that loads the next one. */
function MessageResults(props: { chats: Chat[]; q: string; after: string | undefined }) {
  const text = useChatText()
  const { chats, q, after } = props
  const [isLong, setLong] = useState(false)
  const { data, error, refetch } = useRead(searchMessages, { query: { q, after } })
  const last = data?.items.at(-1)?.id
  return (
    <>
      {data?.items.map((message) => {
        const chat = chats.find(({ id }) => id === message.chat_id)
        return chat && chat.member_count === undefined ? (
          <MessageResult key={message.id} chat={chat} message={message} q={q} />
        ) : (
          <UnlistedResult key={message.id} message={message} q={q} />
        )
      })}
      {error && after !== undefined && (
        <li className="px-2 py-2">
          <LoadFailed error={error} onRetry={() => void refetch()}>
            {text.searchFailed}
          </LoadFailed>
        </li>
      )}
      {data?.has_more && !isLong && (
        <li className="py-2 text-center">
          <Button size="small" onClick={() => setLong(true)}>
            {text.more}
          </Button>
        </li>
      )}
      {isLong && last && <MessageResults chats={chats} q={q} after={last} />}
    </>
  )
}

/** An excerpt of the text around the first search word, so that the match is visible. */
function excerptAround(preview: string, q: string, before = 24): string {
  const [word = ''] = q.toLocaleLowerCase().split(/\s+/)
  const at = preview.toLocaleLowerCase().indexOf(word)
  return at > before ? `…${preview.slice(at - before)}` : preview
}

/** A message of a conversation that is not listed, or without its members. */
function UnlistedResult({ message, q }: { message: ChatMessage; q: string }) {
  const { data: chat } = useRead(
    getChat,
    { params: { id: message.chat_id } },
    { redirects: false, silent: true },
  )
  return chat && <MessageResult chat={chat} message={message} q={q} />
}

function MessageResult(props: { chat: Chat; message: ChatMessage; q: string }) {
  const text = useChatText()
  const me = useMe()
  const navigate = useNavigateOnClick()
  const nameOf = useChatName()
  const preview = useMessagePreview()
  const { chat, message } = props
  const author =
    message.user_id === me.id ? text.you : (createNameLookup(chat)(message.user_id) ?? text.formerMember)
  return (
    <li>
      <a
        href={`${paths.thread(chat.id, message.position)}&q=${encodeURIComponent(props.q)}`}
        onClick={navigate}
        className="block rounded-control px-2 py-2 -outline-offset-2 hover:bg-sunken"
      >
        <span className="flex items-baseline gap-2 text-13">
          <span className="min-w-0 flex-1 truncate text-text-muted">
            {author === nameOf(chat) ? author : `${author} · ${nameOf(chat)}`}
          </span>
          <span className="text-12 text-text-muted tabular-nums">{shortDate(message.created_at)}</span>
        </span>
        <span className="line-clamp-2 text-14">{excerptAround(preview(message), props.q)}</span>
      </a>
    </li>
  )
}
