import { type Chat, maxChatFiles, maxMessageLength } from '@plumbline/contract/chat/chat'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DraftFilesHandle } from '../api/draft-files.ts'
import { ChosenFiles } from '../issues/ChosenFiles.tsx'
import { Composer } from '../issues/composer/Composer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { MessageQuote, useQuoteOf } from './MessageQuote.tsx'
import { useMessageActions } from './message-actions.ts'
import { queueMessage } from './queued-messages.ts'
import { useChatText } from './text.ts'
import { useChatMentions } from './use-chat-mentions.ts'
import { useSendTyping } from './use-typing.ts'

/** The message input of a conversation, or the reason why the person may not write. Sent messages go into the queue at once. */
export function ChatBox(props: {
  chat: Chat
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  setFiles: DraftFilesHandle['setFiles']
  sendFiles: DraftFilesHandle['sendFiles']
  enterSends: boolean
}) {
  const { chat, files, setFiles, sendFiles } = props
  const text = useChatText()
  const sayTyping = useSendTyping(chat.id)
  const { people, findIssues } = useChatMentions(chat)
  const { replyTo, reply } = useMessageActions()
  const quoteOf = useQuoteOf()
  const box = useRef<HTMLDivElement>(null)
  // files of a message that the device could not store come back and count as well
  const areTooMany = files.length > maxChatFiles
  useEffect(() => {
    const element = box.current
    if (!replyTo || !element) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && reply(null)
    element.addEventListener('keydown', leave)
    element.querySelector('textarea')?.focus()
    return () => element.removeEventListener('keydown', leave)
  }, [replyTo, reply])
  if (chat.read_only)
    return (
      <p className="border-line border-t bg-surface p-4 text-text-muted">{text.readOnly[chat.read_only]}</p>
    )
  function send(message: string) {
    // the box is free for the next message at once; a message that the device could not store comes back into it
    reply(null)
    const queued = queueMessage(chat, message, files, replyTo?.id).catch((error: unknown) => {
      reply((other) => other ?? replyTo)
      throw error
    })
    sendFiles(queued)
    return queued
  }
  return (
    <div ref={keepToastsAbove} className="flex-none border-line border-t bg-surface px-4 py-3">
      <div ref={box} className="mx-auto max-w-220">
        {replyTo && (
          <div className="mb-1.5 flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <MessageQuote chat={chat} quote={quoteOf(replyTo)} />
            </div>
            <IconButton
              size="small"
              name={text.cancelReply}
              icon={<X aria-hidden />}
              onClick={() => {
                reply(null)
                box.current?.querySelector('textarea')?.focus()
              }}
            />
          </div>
        )}
        <Composer
          label={text.write}
          action={text.send}
          draft={`chat.${chat.id}`}
          people={people}
          findIssues={findIssues}
          maxLength={maxMessageLength}
          rows={1}
          enterSends={props.enterSends}
          hasFiles={files.length > 0}
          isBlocked={areTooMany}
          onTyping={sayTyping}
          onFiles={props.onFiles}
          onSend={send}
          sendsInBackground
        >
          {areTooMany && (
            <p role="alert" className="text-13 text-danger">
              {text.tooManyFiles(maxChatFiles)}
            </p>
          )}
          <ChosenFiles files={files} onRemove={(gone) => setFiles(files.filter((file) => file !== gone))} />
        </Composer>
      </div>
    </div>
  )
}
