import { maxListedPeople } from '@plumbline/contract/users/users'
import { useState } from 'react'

type Find<T> = (q: string, signal: AbortSignal) => Promise<T[]>

/** The loaded people, plus results of a server search where the list is incomplete. */
export function useFoundPeople<T extends { id: string }>(listed: readonly T[], find: Find<T>) {
  const [found, setFound] = useState<readonly T[]>([])
  const search: Find<T> = async (q, signal) => {
    const answer = await find(q, signal)
    setFound((before) => [...new Map([...before, ...answer].map((person) => [person.id, person])).values()])
    return answer
  }
  const ids = new Set(listed.map(({ id }) => id))
  return {
    people: [...listed, ...found.filter(({ id }) => !ids.has(id))],
    search: listed.length < maxListedPeople ? undefined : search,
  }
}
