import { useRef } from 'react'
import { toast } from '../ui/toast.ts'
import { sendChanges } from './pick-changes.ts'

/** The `onSubmit` of a settings form: sends the values changed since editing began, if any. */
export function useSendChanges<T extends object>(
  initial: object,
  send: (changes: Partial<T>) => Promise<unknown>,
) {
  const before = useRef(initial)
  return async (values: T) => {
    const sent = async (changes: Partial<T>) => {
      await send(changes)
      before.current = { ...before.current, ...changes }
    }
    await sendChanges(before.current, values, sent, toast.success)
  }
}
