import type { ChatMessage } from '@plumbline/contract/chat/chat'
import { createContext, type Dispatch, type SetStateAction, use } from 'react'

/** Actions of an open conversation on its messages; shared by the box below it and the rows. */
interface MessageActions {
  /** id of the message whose text is being edited */
  editing: string | null
  edit: (messageId: string | null) => void
  replyTo: ChatMessage | null
  reply: Dispatch<SetStateAction<ChatMessage | null>>
  /** the person may delete everybody's messages */
  mayDeleteAll: boolean
}

export const MessageActionsContext = createContext<MessageActions>({
  editing: null,
  edit: () => undefined,
  replyTo: null,
  reply: () => undefined,
  mayDeleteAll: false,
})
export const useMessageActions = () => use(MessageActionsContext)
