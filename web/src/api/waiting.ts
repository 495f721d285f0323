import { useSyncExternalStore } from 'react'
import { mergeFields } from '../base/nested-fields.ts'
import type { Operation } from './outbox/operation.ts'
import type { OutboxState } from './outbox/outbox.ts'

/** The waiting operations of the outbox, for pages that show them before the outbox itself is loaded (outbox/own-outbox.ts). */

let state: OutboxState = { operations: [], sending: null, progress: 0 }
const listeners = new Set<() => void>()

export const waiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => state,
  set(next: OutboxState) {
    state = next
    for (const listener of listeners) listener()
  },
}

/** The current outbox: waiting operations, the one being sent, and its progress. */
export const useWaiting = (): OutboxState => useSyncExternalStore(waiting.subscribe, waiting.read)

/** The waiting operations, without a new render for each step of an upload. */
export const useWaitingOperations = (): readonly Operation[] =>
  useSyncExternalStore(waiting.subscribe, () => state.operations)

/** Whether something of this issue or conversation waits, so that a later write has to wait behind it. */
export const isWaiting = (group: string) => state.operations.some((each) => each.group === group)

/** The newest waiting value of each field of an issue; excludes values with an undecided conflict. */
export function getWaitingChanges(issueId: string, operations = state.operations): Record<string, unknown> {
  const edits = operations.filter(
    ({ kind, group, state: now }) => kind === 'updateIssue' && group === issueId && now === 'WAITING',
  )
  const { comment: _, ...changes } = mergeFields<Record<string, unknown>>(
    {},
    ...edits.map(({ body = {} }) => body),
  )
  return changes
}
