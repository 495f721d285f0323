import * as chat from '@plumbline/contract/chat'
import { bind } from '../context.ts'
import { chatPage, myChats, unreadMessages } from './reads.ts'
import { changeMessageStatus, postMessage } from './send-message.ts'

export const chatRoutes = [
  bind(chat.listChats, myChats),
  bind(chat.countUnread, async (ctx) => ({ unread: await unreadMessages(ctx.tx, ctx.actor.user_id) })),
  bind(chat.listMessages, chatPage),
  bind(chat.sendMessage, postMessage),
  bind(chat.updateMessageStatus, changeMessageStatus),
]
