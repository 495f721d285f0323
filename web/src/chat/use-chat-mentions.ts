import type { Chat } from '@plumbline/contract/chat/chat'
import { useMemo } from 'react'
import { useMe } from '../api/session.ts'
import { addUniqueLabels } from '../issues/composer/mentions.ts'
import { createIssueFinder } from '../issues/detail/use-mentionable.ts'
import { fullName } from '../ui/person.ts'

/** The people of a conversation, and the issues of its project, that a message can mention. */
export function useChatMentions(chat: Chat) {
  const me = useMe()
  const people = useMemo(
    () =>
      addUniqueLabels(
        chat.members
          .filter(({ id }) => id !== me.id)
          .map((person) => ({ id: person.id, name: fullName(person), outside: false })),
      ),
    [chat.members, me.id],
  )
  const findIssues = useMemo(
    () => (chat.project_id ? createIssueFinder(chat.project_id) : undefined),
    [chat.project_id],
  )
  return { people, findIssues }
}
