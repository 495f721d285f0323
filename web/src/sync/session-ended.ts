/** Whether the server no longer knows the session, so that waiting operations need the password first. */

let hasEnded = false
const listeners = new Set<() => void>()

export const sessionEnded = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => hasEnded,
}

export function setSessionEnded(next: boolean) {
  if (next === hasEnded) return
  hasEnded = next
  for (const listener of listeners) listener()
}
