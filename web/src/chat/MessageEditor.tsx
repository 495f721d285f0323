import { type Chat, type ChatMessage, editMessage, maxMessageLength } from '@plumbline/contract/chat/chat'
import { useWrite } from '../api/query.ts'
import { Composer } from '../issues/composer/Composer.tsx'
import { decodeMentions } from '../issues/composer/mentions.ts'
import { useMessageActions } from './message-actions.ts'
import { useChatText } from './text.ts'
import { useChatMentions } from './use-chat-mentions.ts'

/** The text of one's own message in a box; Escape restores it. */
export function MessageEditor(props: {
  chat: Chat
  message: ChatMessage
  enterSends: boolean
  /** the row takes the focus again */
  onDone: () => void
}) {
  const { chat, message } = props
  const text = useChatText()
  const { edit } = useMessageActions()
  const { people, findIssues } = useChatMentions(chat)
  function close() {
    edit(null)
    props.onDone()
  }
  const save = useWrite(editMessage, { onDone: close })
  return (
    <Composer
      label={text.edit}
      action={text.save}
      draft={`message.${message.id}`}
      initial={decodeMentions(message.message, people)}
      onCancel={close}
      people={people}
      findIssues={findIssues}
      maxLength={maxMessageLength}
      rows={1}
      enterSends={props.enterSends}
      hasFiles={message.files.length > 0}
      onSend={(words) =>
        save.send({ params: { id: chat.id, messageId: message.id }, body: { message: words } })
      }
    />
  )
}
