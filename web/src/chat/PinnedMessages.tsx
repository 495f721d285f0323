import { type Chat, type ChatMessage, listPinnedMessages } from '@plumbline/contract/chat/chat'
import { ChevronDown, Pin } from 'lucide-react'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Menu, MenuLink } from '../ui/Menu.tsx'
import { createNameLookup, useMessagePreview } from './people.tsx'
import { useChatText } from './text.ts'

/** The last pinned message below the head of its conversation, and earlier ones in a menu; each leads to its place. */
export function PinnedMessages({ chat }: { chat: Chat }) {
  const text = useChatText()
  const me = useMe()
  const preview = useMessagePreview()
  const { data: pinned = [] } = useRead(
    listPinnedMessages,
    { params: { id: chat.id } },
    { redirects: false, silent: true },
  )
  const nameOf = createNameLookup(chat)
  const authorOf = ({ user_id }: ChatMessage) =>
    user_id === me.id ? text.you : (nameOf(user_id) ?? text.formerMember)
  const [last] = pinned
  if (!last) return null
  return (
    <section
      aria-label={text.pinned(pinned.length)}
      className="flex min-h-10 items-center gap-2 border-line border-b bg-surface px-4 text-13"
    >
      <Pin aria-hidden className="size-3.5 flex-none text-text-muted" />
      <Link
        quiet
        href={paths.thread(chat.id, last.position)}
        className="flex min-w-0 flex-1 items-center gap-1.5 self-stretch"
      >
        <span className="max-w-1/2 flex-none truncate font-medium">{authorOf(last)}</span>
        <span className="min-w-0 truncate text-text-muted">{preview(last)}</span>
      </Link>
      {pinned.length > 1 && (
        <Menu
          align="end"
          trigger={
            <Button size="small" look="ghost" icon={<ChevronDown aria-hidden />}>
              <span className="max-sm:sr-only">{text.pinned(pinned.length)}</span>
              <span aria-hidden className="sm:hidden">
                {pinned.length}
              </span>
            </Button>
          }
        >
          {pinned.map((message) => (
            <MenuLink key={message.id} href={paths.thread(chat.id, message.position)}>
              {`${authorOf(message)}: ${preview(message)}`}
            </MenuLink>
          ))}
        </Menu>
      )}
    </section>
  )
}
