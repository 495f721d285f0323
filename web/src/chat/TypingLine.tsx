import type { Chat } from '@plumbline/contract/chat/chat'
import { createNameLookup } from './people.tsx'
import { useChatText } from './text.ts'
import { useTyping } from './use-typing.ts'

const MAX_NAMES = 3

/** The "… is writing" line. Announced once per person, not with every keystroke. */
export function TypingLine({ chat }: { chat: Chat }) {
  const text = useChatText()
  const nameOf = createNameLookup(chat)
  const names = useTyping(chat.id).flatMap((id) => nameOf(id)?.split(' ')[0] ?? [])
  const shown = names.slice(0, MAX_NAMES)
  return (
    <p role="status" className="mx-auto h-5 w-full max-w-228 flex-none truncate px-4 text-12 text-text-muted">
      {shown.length > 0 && text.writing(shown.join(', '), shown.length)}
    </p>
  )
}
