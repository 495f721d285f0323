import type { Chat } from '@plumbline/contract/chat/chat'
import { useMemo, useState } from 'react'
import { useMe } from '../api/session.ts'
import { drafts } from '../base/drafts.ts'
import { ChosenFiles } from '../issues/ChosenFiles.tsx'
import { Composer } from '../issues/composer/Composer.tsx'
import { addUniqueLabels } from '../issues/composer/mentions.ts'
import { createIssueFinder } from '../issues/detail/use-mentionable.ts'
import { fullName } from '../ui/person.ts'
import { queueMessage } from './queued-messages.ts'
import { useChatText } from './text.ts'
import { useSendTyping } from './use-typing.ts'

/** longest message in characters, as in the contract */
const MAX_CHARACTERS = 4000

/** The message input of a conversation, or the reason why the person may not write. Sent messages go into the queue at once. */
export function ChatBox(props: {
  chat: Chat
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  setFiles: (files: readonly File[]) => void
  enterSends: boolean
}) {
  const { chat, files, setFiles } = props
  const text = useChatText()
  const me = useMe()
  const sayTyping = useSendTyping(chat.id)
  const draft = `chat.${chat.id}`
  const [returns, setReturns] = useState(0)
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
  if (chat.read_only)
    return (
      <p className="border-line border-t bg-surface p-4 text-text-muted">{text.readOnly[chat.read_only]}</p>
    )
  function send(message: string) {
    // the box is free for the next message at once; what the device could not keep comes back into it
    setFiles([])
    queueMessage(chat, message, files).catch(() => {
      drafts.write(me.id, draft, [message, drafts.read(me.id, draft)].filter(Boolean).join('\n'))
      setFiles(files)
      setReturns((count) => count + 1)
    })
  }
  return (
    <div className="flex-none border-line border-t bg-surface px-4 py-3">
      <div className="mx-auto max-w-220">
        <Composer
          key={returns}
          label={text.write}
          action={text.send}
          draft={draft}
          people={people}
          findIssues={findIssues}
          maxLength={MAX_CHARACTERS}
          rows={1}
          enterSends={props.enterSends}
          hasFiles={files.length > 0}
          onTyping={sayTyping}
          onFiles={props.onFiles}
          onSend={send}
        >
          <ChosenFiles files={files} onRemove={(gone) => setFiles(files.filter((file) => file !== gone))} />
        </Composer>
      </div>
    </div>
  )
}
