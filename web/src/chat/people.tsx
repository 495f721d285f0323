import type { Chat, ChatMessage } from '@plumbline/contract/chat/chat'
import type { Person } from '@plumbline/contract/users/users'
import { Building2, UsersRound } from 'lucide-react'
import { useOnlineUsers } from '../presence/use-online-users.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { fullName } from '../ui/person.ts'
import { useChatText } from './text.ts'

/** Names and pictures of the members of a conversation. */

const formerMember: Person = { id: 'gone', first_name: '', last_name: '', picture_id: null }

/** The other member of a direct conversation; a nameless placeholder when they have left. */
export const findOtherMember = (chat: Pick<Chat, 'members'>, me: string): Person =>
  chat.members.find(({ id }) => id !== me) ?? formerMember

/** Returns a lookup of member names by user id; null for former members. */
export function createNameLookup(chat: Pick<Chat, 'members'>) {
  const names = new Map(chat.members.map((person) => [person.id, fullName(person)]))
  return (id: string | null) => (id ? (names.get(id) ?? null) : null)
}

export function useChatName() {
  const text = useChatText()
  return (chat: Pick<Chat, 'name'>) => chat.name || text.formerMember
}

/** Returns a function that previews a message on one line: its text without Markdown, or its first file. */
export function useMessagePreview() {
  const text = useChatText()
  return (message: ChatMessage): string => {
    if (message.status === 'DELETED') return text.deleted
    const words = message.message
      .replace(/@\[([^\]\n]{1,200})\]\(user:[0-9a-f-]{36}\)/gi, '@$1')
      .replace(/\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
      .replace(/[*_`>#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, (mark) => (mark === '#' ? mark : ''))
    return words.trim() || text.lastFile(message.files[0]?.name ?? '')
  }
}

/** The picture of a conversation: of the other person with an online dot, or an icon for projects and groups. */
export function ChatPicture({ chat, me }: { chat: Chat; me: string }) {
  const text = useChatText()
  const online = useOnlineUsers()
  if (chat.kind !== 'DIRECT') {
    const Icon = chat.kind === 'PROJECT' ? Building2 : UsersRound
    return (
      <span className="grid size-8 flex-none place-items-center rounded-control bg-sunken text-text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
    )
  }
  const other = findOtherMember(chat, me)
  return (
    <span className="relative flex-none">
      <Avatar person={other} decorative />
      {online.has(other.id) && (
        <span
          role="img"
          aria-label={text.online}
          title={text.online}
          className="absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full bg-success ring-2 ring-surface"
        />
      )}
    </span>
  )
}
