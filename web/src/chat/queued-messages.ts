import type { Chat } from '@plumbline/contract/chat/chat'
import { useMemo, useSyncExternalStore } from 'react'
import { keepOperations } from '../api/keep-write.ts'
import { normaliseFileName } from '../api/outbox/file-name.ts'
import type { Operation } from '../api/outbox/operation.ts'
import { toastError } from '../api/query.ts'
import { serverReach } from '../api/reach.ts'
import { useWaiting } from '../api/waiting.ts'
import { randomId } from '../base/random-id.ts'

/** The messages of this person that the server does not have yet, from the outbox. */

export interface QueuedMessage {
  id: string
  message: string
  /** id of the message that it replies to */
  reply_to: string | null
  files: { id: string; name: string }[]
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** why the server refused it, in the person's language */
  problem: string | null
  /** ids of its operations: its files, then itself */
  operations: string[]
}

/** The unsent messages of a conversation, in the order written. */
function listQueuedMessages(
  operations: readonly Operation[],
  chatId: string,
  sending: string | null,
): QueuedMessage[] {
  const own = operations.filter(({ group }) => group === chatId)
  return own
    .filter(({ kind }) => kind === 'sendMessage')
    .map((operation) => {
      const body = operation.body as {
        id: string
        message: string
        reply_to?: string
        file_ids: string[]
      }
      const files = own.filter(({ kind, id }) => kind === 'addChatFile' && body.file_ids.includes(id))
      const parts = [...files, operation]
      const failed = parts.find(({ state }) => state === 'FAILED')
      const isSending = parts.some(({ id }) => id === sending)
      return {
        id: body.id,
        message: body.message,
        reply_to: body.reply_to ?? null,
        files: files.map(({ id, query }) => ({ id, name: query?.name ?? '' })),
        state: failed ? 'FAILED' : isSending ? 'SENDING' : 'WAITING',
        problem: failed?.problem?.message ?? null,
        operations: parts.map(({ id }) => id),
      }
    })
}

/** Stores a message with its files on the device, from where it is sent. */
export async function queueMessage(
  chat: Chat,
  message: string,
  files: readonly File[],
  replyTo: string | undefined,
): Promise<void> {
  const common = { group: chat.id, project_id: chat.project_id, params: { id: chat.id }, label: chat.name }
  const uploads = files.map((file) => {
    const id = randomId()
    const query = { id, name: normaliseFileName(file.name) }
    return { ...common, kind: 'addChatFile' as const, id, query, file }
  })
  const id = randomId()
  const body = { id, message, reply_to: replyTo, file_ids: uploads.map((upload) => upload.id) }
  await keepOperations([...uploads, { ...common, kind: 'sendMessage', id, body }]).catch((error: unknown) => {
    toastError(error)
    throw error
  })
}

export function useQueuedMessages(chatId: string): readonly QueuedMessage[] {
  const { operations, sending } = useWaiting()
  // an attempt without a network does not count as sending
  const isReached = useSyncExternalStore(serverReach.subscribe, serverReach.read) === 'REACHED'
  const sent = isReached ? sending : null
  return useMemo(() => listQueuedMessages(operations, chatId, sent), [operations, chatId, sent])
}
