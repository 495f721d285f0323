import { useSyncExternalStore } from 'react'
import { presence } from './presence.ts'

/** Ids of the people who are online, over all projects of the person. */
export function useOnlineUsers(): ReadonlySet<string> {
  return useSyncExternalStore(presence.subscribe, presence.online)
}
