import { maxListedPeople } from '@plumbline/contract/users/users'
import { useState } from 'react'

type Find<T> = (q: string, signal: AbortSignal) => Promise<T[]>

/** The loaded people, plus results of a server search while the list is loading and where it is incomplete. */
export function useFoundPeople<T extends { id: string }>(loaded: readonly T[] | undefined, find: Find<T>) {
  const [found, setFound] = useState<readonly T[]>([])
  const search: Find<T> = async (q, signal) => {
    const answer = await find(q, signal)
    setFound((before) => [...new Map([...before, ...answer].map((person) => [person.id, person])).values()])
    return answer
  }
  const listed = loaded ?? []
  const ids = new Set(listed.map(({ id }) => id))
  return {
    people: [...listed, ...found.filter(({ id }) => !ids.has(id))],
    search: loaded && loaded.length < maxListedPeople ? undefined : search,
  }
}
