import * as api from '@plumbline/contract/chat/chat'
import { bindAll } from '../context.ts'
import { addChatFile } from './add-chat-file.ts'
import { countUnread } from './count-unread.ts'
import { editMessage } from './edit-message.ts'
import { getChat } from './get-chat.ts'
import { getChatFile } from './get-chat-file.ts'
import { getStreamToken } from './get-stream-token.ts'
import { leaveChat } from './leave-chat.ts'
import { listChats } from './list-chats.ts'
import { listMessages } from './list-messages.ts'
import { listPinnedMessages } from './list-pinned-messages.ts'
import { muteChat } from './mute-chat.ts'
import { openChat } from './open-chat.ts'
import { pinMessage } from './pin-message.ts'
import { sayTyping } from './say-typing.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'
import { setReaction } from './set-reaction.ts'
import { updateChat } from './update-chat.ts'
import { updateMessageStatus } from './update-message-status.ts'

export const chatRoutes = bindAll(api, {
  listChats,
  getChat,
  countUnread,
  openChat,
  updateChat,
  leaveChat,
  muteChat,
  listMessages,
  searchMessages,
  sendMessage,
  editMessage,
  setReaction,
  pinMessage,
  listPinnedMessages,
  addChatFile,
  getChatFile,
  sayTyping,
  updateMessageStatus,
  getStreamToken,
})
