import type { Chat } from '@plumbline/contract/chat/chat'
import { BellOff } from 'lucide-react'
import { useMe } from '../api/session.ts'
import { paths } from '../base/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { useNavigateOnClick } from '../ui/Link.tsx'
import { clockTime, shortDate } from '../users/dates.ts'
import { ChatPicture, createNameLookup, useChatName, useMessagePreview } from './people.tsx'
import { useChatText } from './text.ts'

const shortTime = (iso: string) =>
  new Date(iso).toDateString() === new Date().toDateString() ? clockTime(iso) : shortDate(iso)

/** A conversation in the list: its name, last message and unread count. */
export function ThreadRow({ chat, current }: { chat: Chat; current: boolean }) {
  const text = useChatText()
  const me = useMe()
  const navigate = useNavigateOnClick()
  const nameOf = useChatName()
  const preview = useMessagePreview()
  const { last_message: last } = chat
  const author =
    last?.user_id === me.id ? text.you : createNameLookup(chat)(last?.user_id ?? null)?.split(' ')[0]
  const said =
    last && chat.kind !== 'DIRECT' && author ? `${author}: ${preview(last)}` : last && preview(last)
  return (
    <li>
      <a
        href={paths.thread(chat.id)}
        onClick={navigate}
        aria-current={current ? 'page' : undefined}
        className="flex items-center gap-3 rounded-control px-2 py-2 -outline-offset-2 hover:bg-sunken aria-[current=page]:bg-sunken"
      >
        <ChatPicture chat={chat} me={me.id} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              className={`min-w-0 flex-1 truncate ${chat.unread > 0 && !chat.is_muted ? 'font-semibold' : 'font-medium'}`}
            >
              {nameOf(chat)}
            </span>
            {last && (
              <span className="text-12 text-text-muted tabular-nums">{shortTime(last.created_at)}</span>
            )}
          </span>
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-13 text-text-muted">
              {said ?? text.members(chat.member_count ?? chat.members.length)}
            </span>
            {chat.is_muted && (
              <span role="img" aria-label={text.muted} title={text.muted} className="text-text-muted">
                <BellOff aria-hidden className="size-3.5" />
              </span>
            )}
            {chat.unread > 0 && (
              <>
                <Badge tone={chat.is_muted ? 'neutral' : 'info'}>
                  <span aria-hidden>{chat.unread > 999 ? '999+' : chat.unread}</span>
                </Badge>
                <span className="sr-only">{text.unread(chat.unread)}</span>
              </>
            )}
          </span>
        </span>
      </a>
    </li>
  )
}
