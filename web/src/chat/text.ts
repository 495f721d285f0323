import { catalogue, count } from '../app/language.ts'

const english = {
  title: 'Chat',
  threads: 'Conversations',
  empty: 'No conversations yet',
  emptyHint: 'Every project you are in has one: create or join a project first.',
  choose: 'Choose a conversation',
  hello: 'Say hello',
  helloHint: 'Nothing has been said here yet.',
  write: 'Write a message',
  send: 'Send',
  mayNot: 'Viewers read along but do not write here',
  back: 'All conversations',
  deleted: 'This message was deleted',
  formerMember: 'Former member',
  you: 'You',
  unread: (number: number) => count(number, 'unread message', 'unread messages'),
  members: (number: number) => count(number, 'member', 'members'),
  older: 'Older messages',
  loadFailed: 'The conversation could not be loaded',
  messageActions: 'Message actions',
  makeIssue: 'Make an issue',
  fromChat: 'From the chat',
  tryAgain: 'Try again',
  status: { SENT: 'Sent', DELIVERED: 'Delivered', READ: 'Read', DELETED: 'Deleted' },
}

export type ChatText = typeof english
export const useChatText = catalogue('chat', english)
