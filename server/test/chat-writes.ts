import {
  editMessage,
  leaveChat,
  muteChat,
  openChat,
  pinMessage,
  sendMessage,
  setReaction,
  updateChat,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every write of conversations: in the project's own, in one of two people, in a group. */
export function chatWrites(world: () => World) {
  const owner = () => world().owner as User
  const editor = () => world().members.EDITOR
  const viewer = () => world().members.VIEWER
  const room = () => world().ids.chatId as string
  /** ids created by earlier writes */
  const made = { message: '', pair: '', group: '' }
  const say = async (user: User, id: string) => {
    const sent = await user.client.call(sendMessage, { params: { id }, body: { message: 'Hello' } })
    made.message = sent.id
  }
  const answer = async (user: User) => {
    const body = { message: 'Hello to you', reply_to: made.message }
    const sent = await user.client.call(sendMessage, { params: { id: room() }, body })
    made.message = sent.id
  }
  const edit = (user: User, message: string) =>
    user.client.call(editMessage, { params: { id: room(), messageId: made.message }, body: { message } })
  const react = (user: User, is_set: boolean) =>
    user.client.call(setReaction, {
      params: { id: room(), messageId: made.message },
      body: { reaction: 'DONE', is_set },
    })
  const pin = (user: User, is_pinned: boolean) =>
    user.client.call(pinMessage, {
      params: { id: room(), messageId: made.message },
      body: { is_pinned },
    })
  const mark = (user: User, status: 'DELIVERED' | 'READ' | 'DELETED') =>
    user.client.call(updateMessageStatus, {
      params: { id: room(), messageId: made.message },
      body: { status },
    })
  const open = async (user: User, others: User[]) => {
    const member_ids = others.map(({ id }) => id)
    const kind =
      member_ids.length > 1 ? { kind: 'GROUP' as const, name: 'Façade' } : { kind: 'DIRECT' as const }
    return (await user.client.call(openChat, { body: { ...kind, member_ids } })).id
  }
  const change = (user: User, body: { name?: string; add_member_ids?: string[] }) =>
    user.client.call(updateChat, { params: { id: made.group }, body })
  const all: [name: string, by: () => User, run: (user: User) => Promise<unknown>][] = [
    ['sendMessage', owner, (user) => say(user, room())],
    ['updateMessageStatus to DELIVERED', viewer, (user) => mark(user, 'DELIVERED')],
    ['updateMessageStatus', viewer, (user) => mark(user, 'READ')],
    ['updateMessageStatus of the last reader', editor, (user) => mark(user, 'READ')],
    ['editMessage', owner, (user) => edit(user, 'Hello again')],
    ['setReaction', editor, (user) => react(user, true)],
    ['setReaction to nothing', editor, (user) => react(user, false)],
    ['pinMessage', editor, (user) => pin(user, true)],
    ['pinMessage to nothing', owner, (user) => pin(user, false)],
    ['updateMessageStatus by its author', owner, (user) => mark(user, 'DELETED')],
    ['sendMessage by who had not read', editor, (user) => say(user, room())],
    [
      'muteChat',
      viewer,
      (user) => user.client.call(muteChat, { params: { id: room() }, body: { is_muted: true } }),
    ],
    ['sendMessage in reply', editor, answer],
    ['updateMessageStatus by an administrator', owner, (user) => mark(user, 'DELETED')],
    ['openChat of two', owner, async (user) => (made.pair = await open(user, [editor()]))],
    ['openChat by the other', editor, (user) => open(user, [owner()])],
    ['sendMessage to one', owner, (user) => say(user, made.pair)],
    [
      'openChat of a group',
      editor,
      async (user) => (made.group = await open(user, [owner(), world().members.ADMIN])),
    ],
    ['sendMessage to a group', owner, (user) => say(user, made.group)],
    ['updateChat', owner, (user) => change(user, { name: 'Roof', add_member_ids: [viewer().id] })],
    ['leaveChat', editor, (user) => user.client.call(leaveChat, { params: { id: made.group } })],
  ]
  return all.map(([name, by, run]) => ({ name, by, run: () => run(by()) }))
}
