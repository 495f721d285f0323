import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, LineField, storedFile, TextField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { Person } from '../users/users.ts'

export const messageStatuses = ['SENT', 'DELIVERED', 'READ', 'DELETED'] as const

/** in the order in which they are shown */
export const messageReactions = ['THUMBS_UP', 'DONE', 'LOOKING', 'HEART', 'SMILE', 'QUESTION'] as const
export type MessageReaction = (typeof messageReactions)[number]

/** characters per message */
export const maxMessageLength = 4000
/** files per message, and bytes per file */
/** pinned messages of one conversation */
export const maxPinnedMessages = 50
export const maxChatFiles = 10
export const maxChatFileBytes = 25_000_000
/** members of a group, including its creator */
export const maxGroupMembers = 50

export const ChatFile = z.object(storedFile)
export type ChatFile = z.output<typeof ChatFile>

/** The message that a reply refers to, in its current form. */
export const QuotedMessage = z.object({
  id: Id,
  position: z.number(),
  user_id: z.nullable(Id),
  /** the beginning of its text without markup, or the name of its first file; empty if it was deleted */
  preview: z.string(),
  is_deleted: z.boolean(),
})
export type QuotedMessage = z.output<typeof QuotedMessage>

export const ChatMessage = z.object({
  id: Id,
  chat_id: Id,
  user_id: z.nullable(Id),
  created_at: Instant,
  /** position in the conversation: from 1, without gaps, ordered by created_at */
  position: z.number(),
  /** Markdown subset as in comments; empty if DELETED or if the message has only files */
  message: z.string(),
  /** READ once every other member has read it */
  status: z.enum(messageStatuses),
  files: z.array(ChatFile),
  /** when its author last changed the text */
  edited_at: z.nullable(Instant),
  reply_to: z.nullable(QuotedMessage),
  /** in the order of `messageReactions`, each with the people in the order in which they reacted */
  reactions: z.array(z.object({ reaction: z.enum(messageReactions), user_ids: z.array(Id) })),
  /** DELETED by an administrator of the project, not by its author */
  deleted_by_admin: z.boolean(),
  /** shown at the top of the conversation */
  is_pinned: z.boolean(),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const Chat = z.object({
  id: Id,
  kind: z.enum(['PROJECT', 'DIRECT', 'GROUP']),
  project_id: z.nullable(Id),
  /** for DIRECT, the other user's name */
  name: z.string(),
  members: z.array(Person),
  /** in lists, for a conversation whose `members` has only the author of its last message; `getChat` has all */
  member_count: z.optional(z.number()),
  /** why the caller may not write: VIEWER of the project, project ARCHIVED, all others LEFT; null: may write */
  read_only: z.nullable(z.enum(['VIEWER', 'ARCHIVED', 'LEFT'])),
  unread: z.number(),
  /** the caller is not notified of its messages, and the total of unread messages leaves them out */
  is_muted: z.boolean(),
  /** the last position that the caller has read */
  read_position: z.number(),
  messages: z.number(),
  last_message: z.nullable(ChatMessage),
})
export type Chat = z.output<typeof Chat>

/** Events after which a conversation may have other messages, members or names. */
const chatEvents = [
  'chat.message',
  'chat.updated',
  'project.created',
  'project.updated',
  'project.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'user.updated',
] as const

export const listChats = endpoint({
  method: 'GET',
  path: '/api/chat',
  access: 'user',
  by_token: 'whole',
  summary:
    'Conversations of the caller, most recent message first: at most 500. Those that make the list too large come without their members',
  reply: z.array(Chat),
  hears: chatEvents,
})

export const getChat = endpoint({
  method: 'GET',
  path: '/api/chat/:id',
  access: 'user',
  by_token: 'whole',
  summary: 'A conversation of the caller, also one that is not listed',
  reply: Chat,
  refuses: ['not_found'],
  hears: chatEvents,
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/chat/unread',
  access: 'user',
  by_token: 'whole',
  summary: 'The number of the caller’s unread messages in conversations that they have not muted',
  reply: z.object({ unread: z.number() }),
  hears: ['chat.message', 'chat.updated'],
})

export const openChat = endpoint({
  method: 'PUT',
  path: '/api/chat',
  access: 'user',
  by_token: 'whole',
  summary:
    'Get the conversation of a project, with another user, or of a group with this name and exactly these members; it is created if missing',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('PROJECT'), project_id: Id }),
    /** a user who shares a project or company with the caller */
    z.object({ kind: z.literal('DIRECT'), member_ids: z.array(Id).check(z.length(1)) }),
    z.object({
      kind: z.literal('GROUP'),
      name: LineField(1, 80),
      /** the members without the caller */
      member_ids: z.array(Id).check(z.minLength(1), z.maxLength(maxGroupMembers - 1)),
    }),
  ]),
  reply: Chat,
  refuses: ['not_found', 'too_many_requests'],
  tells: ['chat.updated'],
  example: { body: { kind: 'DIRECT', member_ids: ['018f3c5e-7a10-7c3e-9d52-4b7a6f0e2c11'] } },
})

export const updateChat = endpoint({
  method: 'PATCH',
  path: '/api/chat/:id',
  access: 'user',
  summary: 'Rename a group or add members; for all its members',
  body: atLeastOneOf({
    name: LineField(1, 80),
    add_member_ids: z.array(Id).check(z.minLength(1), z.maxLength(maxGroupMembers - 1)),
  }),
  reply: Chat,
  refuses: ['not_found', 'forbidden', 'conflict'],
  tells: ['chat.updated'],
  example: { body: { name: 'Façade' } },
})

export const muteChat = endpoint({
  method: 'PUT',
  path: '/api/chat/:id/mute',
  access: 'user',
  by_token: 'whole',
  summary: 'Mute a conversation for the caller, or end that: no notification, push or mail of its messages',
  body: z.object({ is_muted: z.boolean() }),
  reply: Chat,
  refuses: ['not_found'],
  tells: ['chat.updated'],
  example: { body: { is_muted: true } },
})

export const leaveChat = endpoint({
  method: 'POST',
  path: '/api/chat/:id/leave',
  access: 'user',
  summary: 'Leave a group; the caller’s messages stay',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['chat.updated', 'notification.updated'],
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/:id/message',
  access: 'user',
  by_token: 'whole',
  summary: 'A page of messages, oldest first; without offset the newest page',
  query: z.object({
    /** number of messages before the page, which starts at position offset + 1 */
    offset: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.array(ChatMessage),
  refuses: ['not_found'],
  hears: ['chat.message', 'chat.updated'],
})

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/chat/search',
  access: 'user',
  by_token: 'whole',
  summary: 'Messages with all these words (the last one may be a prefix), newest first',
  query: z.object({
    q: LineField(1, 200),
    chat_id: z.optional(Id),
    /** id of the previous page's last message */
    after: z.optional(Id),
  }),
  reply: z.object({ items: z.array(ChatMessage), has_more: z.boolean() }),
  hears: ['chat.message', 'chat.updated', 'member.added', 'member.removed', 'project.deleted'],
  example: { query: { q: 'formwork' } },
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/:id/message',
  access: 'user',
  by_token: 'whole',
  summary:
    'Send a message; the client may choose the id: repeating the request with it returns the existing message',
  body: z
    .object({
      id: z.optional(Id),
      /** may be empty if there are files */
      message: TextField(maxMessageLength),
      /** id of a message of this conversation */
      reply_to: z.optional(Id),
      /** ids of files that the caller added to this conversation and has not sent yet */
      file_ids: z.optional(z.array(Id).check(z.maxLength(maxChatFiles))),
    })
    .check(z.refine(({ message, file_ids }) => message.length > 0 || (file_ids?.length ?? 0) > 0)),
  reply: ChatMessage,
  status: 201,
  refuses: ['not_found', 'forbidden', 'archived', 'already_exists'],
  tells: ['chat.message'],
  example: { body: { message: 'Formwork for level 2 arrives on Tuesday.' } },
})

export const editMessage = endpoint({
  method: 'PATCH',
  path: '/api/chat/:id/message/:messageId',
  access: 'user',
  by_token: 'whole',
  summary: 'Change the text of a message; its author only, while they may write. Its files stay',
  /** may be empty if the message has files */
  body: z.object({ message: TextField(maxMessageLength) }),
  reply: ChatMessage,
  refuses: ['not_found', 'forbidden', 'archived', 'conflict'],
  tells: ['chat.updated'],
  example: { body: { message: 'Formwork for level 2 arrives on Wednesday.' } },
})

export const setReaction = endpoint({
  method: 'PUT',
  path: '/api/chat/:id/message/:messageId/reaction',
  access: 'user',
  by_token: 'whole',
  summary: 'Set or remove a reaction of the caller to a message',
  body: z.object({ reaction: z.enum(messageReactions), is_set: z.boolean() }),
  reply: ChatMessage,
  refuses: ['not_found', 'forbidden', 'archived', 'conflict'],
  tells: ['chat.updated'],
  example: { body: { reaction: 'THUMBS_UP', is_set: true } },
})

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/:id/message/:messageId/pin',
  access: 'user',
  by_token: 'whole',
  summary: 'Pin a message to the top of its conversation for everybody in it, or end that',
  body: z.object({ is_pinned: z.boolean() }),
  reply: ChatMessage,
  refuses: ['not_found', 'forbidden', 'archived', 'conflict'],
  tells: ['chat.updated'],
  example: { body: { is_pinned: true } },
})

export const listPinnedMessages = endpoint({
  method: 'GET',
  path: '/api/chat/:id/pin',
  access: 'user',
  by_token: 'whole',
  summary: 'The pinned messages of a conversation, last pinned first',
  reply: z.array(ChatMessage),
  refuses: ['not_found'],
  hears: ['chat.updated', 'user.updated'],
})

export const addChatFile = endpoint({
  method: 'POST',
  path: '/api/chat/:id/file',
  access: 'user',
  by_token: 'whole',
  summary:
    'Upload a photo or file for a message; others get photos without location, time and camera. Unsent files are deleted after a day',
  query: z.object({
    id: z.optional(Id),
    name: LineField(1, 255),
    /** id of a file sent in pieces, in place of the body */
    upload_id: z.optional(Id),
  }),
  upload: { accepts: ['*/*'], max_bytes: maxChatFileBytes, in_pieces: true },
  reply: ChatFile,
  status: 201,
  refuses: ['not_found', 'forbidden', 'archived', 'too_large', 'unsupported_type', 'already_exists'],
  example: { query: { name: 'crack.jpg' } },
})

export const getChatFile = endpoint({
  method: 'GET',
  path: '/api/chat/:id/file/:fileId',
  access: 'user',
  by_token: 'whole',
  summary:
    'A file of a conversation; or a photo as `picture` (at most 2560 px), `thumbnail` or, for its author, `original`',
  query: z.object({ as: z.optional(z.enum(['picture', 'thumbnail', 'original'])) }),
  reply: bytes('application/octet-stream'),
  refuses: ['not_found'],
})

export const sayTyping = endpoint({
  method: 'POST',
  path: '/api/chat/:id/typing',
  access: 'user',
  summary: 'Show the other members for some seconds that the caller is typing',
  reply: null,
  refuses: ['not_found', 'forbidden', 'archived', 'too_many_requests'],
})

export const updateMessageStatus = endpoint({
  method: 'PATCH',
  path: '/api/chat/:id/message/:messageId/status',
  access: 'user',
  by_token: 'whole',
  summary:
    'Mark a message and all before it DELIVERED or READ; or DELETED, as its author or, in the conversation of a project, an administrator',
  body: z.object({ status: z.enum(['DELIVERED', 'READ', 'DELETED']) }),
  reply: ChatMessage,
  refuses: ['not_found', 'forbidden', 'archived'],
  tells: ['chat.updated'],
  example: { body: { status: 'READ' } },
})

/** Chat is built in unless the operator configures a GetStream key and secret. */
export const getStreamToken = endpoint({
  method: 'GET',
  path: '/api/v2/getstream/token',
  access: 'user',
  secret: true,
  summary: 'A GetStream user token for the caller, valid for a day; null if chat is built in',
  reply: z.object({ token: z.nullable(z.string()), provider: z.enum(['builtin', 'stream']) }),
})
