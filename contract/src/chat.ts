import * as z from 'zod/mini'
import { Id, Instant, Text } from './fields.ts'
import { endpoint } from './http.ts'
import { Person } from './users.ts'

export const messageStatuses = ['SENT', 'DELIVERED', 'READ', 'DELETED'] as const

export const ChatMessage = z.object({
  id: Id,
  chat_id: Id,
  user_id: z.nullable(Id),
  created_at: Instant,
  /** empty once DELETED */
  message: z.string(),
  /** as its author sees it: READ once every other member has read it */
  status: z.enum(messageStatuses),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const Chat = z.object({
  id: Id,
  kind: z.enum(['PROJECT', 'DIRECT', 'GROUP']),
  project_id: z.nullable(Id),
  name: z.string(),
  members: z.array(Person),
  /** whether the caller may write */
  may_write: z.boolean(),
  unread: z.number(),
  messages: z.number(),
  last_message: z.nullable(ChatMessage),
})
export type Chat = z.output<typeof Chat>

export const listChats = endpoint({
  method: 'GET',
  path: '/api/chat',
  access: 'user',
  summary: 'Conversations of the caller, the one with the newest message first',
  reply: z.array(Chat),
  hears: [
    'chat.message',
    'chat.updated',
    'project.created',
    'project.updated',
    'project.deleted',
    'member.added',
    'member.updated',
    'member.removed',
    'user.updated',
  ],
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/chat/unread',
  access: 'user',
  summary: 'How many messages the caller has not read',
  reply: z.object({ unread: z.number() }),
  hears: ['chat.message', 'chat.updated'],
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/:id/message',
  access: 'user',
  summary: 'Messages of a conversation by created_at ascending; without offset the newest page',
  query: z.object({
    offset: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.array(ChatMessage),
  refuses: ['not_found'],
  hears: ['chat.message', 'chat.updated'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/:id/message',
  access: 'user',
  summary: 'Send a message',
  body: z.object({ message: Text(4000).check(z.minLength(1)) }),
  reply: ChatMessage,
  status: 201,
  refuses: ['not_found', 'forbidden', 'archived'],
  tells: ['chat.message'],
  example: { body: { message: 'Formwork for level 2 arrives on Tuesday.' } },
})

export const updateMessageStatus = endpoint({
  method: 'PATCH',
  path: '/api/chat/:id/message/:messageId/status',
  access: 'user',
  summary: 'Recipients mark a message and those before it DELIVERED or READ; its author may set DELETED',
  body: z.object({ status: z.enum(['DELIVERED', 'READ', 'DELETED']) }),
  reply: ChatMessage,
  refuses: ['not_found', 'forbidden', 'archived'],
  tells: ['chat.updated'],
  example: { body: { status: 'READ' } },
})
