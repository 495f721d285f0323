import * as chat from '@plumbline/contract/chat/chat'
import { bind } from '../context.ts'
import { addFile, sendChatFile } from './files.ts'
import { changeGroup, leaveGroup } from './groups.ts'
import { open } from './open-chat.ts'
import { chatPage, foundMessages, myChats, unreadMessages } from './reads.ts'
import { tellTyping } from './say-typing.ts'
import { changeMessageStatus, postMessage } from './send-message.ts'
import { streamToken } from './stream-token.ts'

export const chatRoutes = [
  bind(chat.listChats, myChats),
  bind(chat.countUnread, async (ctx) => ({ unread: await unreadMessages(ctx.tx, ctx.actor.user_id) })),
  bind(chat.openChat, open),
  bind(chat.updateChat, changeGroup),
  bind(chat.leaveChat, leaveGroup),
  bind(chat.listMessages, chatPage),
  bind(chat.searchMessages, foundMessages),
  bind(chat.sendMessage, postMessage),
  bind(chat.addChatFile, addFile),
  bind(chat.getChatFile, sendChatFile),
  bind(chat.sayTyping, tellTyping),
  bind(chat.updateMessageStatus, changeMessageStatus),
  bind(chat.getStreamToken, streamToken),
]
