import { randomId } from '../base/random-id.ts'
import { type CallOptions, isUnreachable } from './client.ts'
import type { NewOperation } from './outbox/operation.ts'
import { isWaiting } from './waiting.ts'

const loadOutbox = async () => (await import('./outbox/own-outbox.ts')).getOwnOutbox()

/** Stores operations in the outbox, whose code is loaded with the first operation. */
export const keepOperations = async (operations: readonly NewOperation[]): Promise<string[]> =>
  (await loadOutbox()).add(operations)

/** a write without an answer for this long is left to the outbox: the page may be closed at any time */
export const MAX_ANSWER_MS = 30_000

/**
 * Sends a write, or stores it on this device when the server cannot be reached or operations of the same issue or
 * conversation are waiting. Resolves to `kept` without an answer. The outbox uses the same key, because the server may have
 * received the write.
 */
export async function sendOrKeep<T>(
  send: (options: Required<Pick<CallOptions, 'key' | 'answerMs'>>) => Promise<T>,
  operation: NewOperation,
): Promise<{ kept: false; reply: T } | { kept: true }> {
  const id = operation.id ?? randomId()
  const isBehind = isWaiting(operation.group)
  if (!isBehind) {
    try {
      return { kept: false, reply: await send({ key: id, answerMs: MAX_ANSWER_MS }) }
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
  const { unanswered, ...kept } = operation
  await keepOperations([isBehind || !unanswered ? { ...kept, id } : { ...kept, id, unanswered }])
  return { kept: true }
}

/** Sends operations again that the server refused. */
export async function retryOperations(ids: readonly string[]): Promise<void> {
  const outbox = await loadOutbox()
  for (const id of ids) await outbox.retry(id)
}

/** Throws everything away that waits: its person has been signed out and agreed to it. */
export const discardAllOperations = async (): Promise<void> => (await loadOutbox()).discardAll()

/** Discards operations together with those that depend on them. */
export async function discardOperations(ids: readonly string[]): Promise<void> {
  const outbox = await loadOutbox()
  for (const id of ids) await outbox.discard(id)
}
