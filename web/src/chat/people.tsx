import type { Chat, ChatMessage } from '@plumbline/contract/chat/chat'
import type { Person } from '@plumbline/contract/users/users'
import { Building2, UsersRound } from 'lucide-react'
import { useOnline } from '../presence/use-online.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { fullName } from '../ui/person.ts'
import { useChatText } from './text.ts'

/** Who takes part in a conversation, as others read it. */

const nobody: Person = { id: 'gone', first_name: '', last_name: '', picture_id: null }

/** The other one of two; somebody without a name when they are gone. */
export const otherOf = (chat: Pick<Chat, 'members'>, me: string): Person =>
  chat.members.find(({ id }) => id !== me) ?? nobody

/** Names of people by their ids; null for those who take no part any more. */
export function namesIn(chat: Pick<Chat, 'members'>) {
  const names = new Map(chat.members.map((person) => [person.id, fullName(person)]))
  return (id: string | null) => (id ? (names.get(id) ?? null) : null)
}

export function useChatName() {
  const text = useChatText()
  return (chat: Pick<Chat, 'name'>) => chat.name || text.formerMember
}

/** The first words of a message, or its first file, on one line. */
export function usePreview() {
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

/** The picture of a conversation: the other one's with a dot while they are there, or a sign of its kind. */
export function ChatPicture({ chat, me }: { chat: Chat; me: string }) {
  const text = useChatText()
  const online = useOnline()
  if (chat.kind !== 'DIRECT') {
    const Icon = chat.kind === 'PROJECT' ? Building2 : UsersRound
    return (
      <span className="grid size-8 flex-none place-items-center rounded-control bg-sunken text-text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
    )
  }
  const other = otherOf(chat, me)
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
