import { useSyncExternalStore } from 'react'
import { presence } from './presence.ts'

/** Ids of those who are connected now, of all projects that the person is in. */
export function useOnline(): ReadonlySet<string> {
  return useSyncExternalStore(presence.subscribe, presence.online)
}
