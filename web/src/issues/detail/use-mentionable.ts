import { listConnected } from '@plumbline/contract/access/access'
import { listIssues } from '@plumbline/contract/issues/lists'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { addUniqueLabels } from '../composer/mentions.ts'
import type { FindIssues } from '../composer/use-suggestions.ts'
import { usePeople } from '../use-people.ts'

const MAX_ISSUES = 8

/** Returns a search for issues of a project by number or words. */
export function createIssueFinder(projectId: string): FindIssues {
  return async (words, signal) => {
    const q = /^\d+$/.test(words) ? `#${words}` : words
    const query = { q: q || undefined, sort: '-updated_at' as const, limit: MAX_ISSUES }
    const { items } = await call(listIssues, { params: { id: projectId }, query }, { signal })
    return items
  }
}

/** People (members and contacts from other projects) and issues that can be mentioned in a project. */
export function useMentionable(projectId: string) {
  const { all } = usePeople(projectId)
  const { data: connected } = useRead(listConnected, { query: {} }, { silent: true })
  const key = JSON.stringify(all)
  const people = useMemo(() => {
    const members = JSON.parse(key) as { value: string; label: string }[]
    const inside = new Set(members.map(({ value }) => value))
    const outside = (connected ?? []).filter(({ id }) => !inside.has(id))
    return addUniqueLabels([
      ...members.map(({ value, label }) => ({ id: value, name: label, outside: false })),
      ...outside.map((person) => ({
        id: person.id,
        name: `${person.first_name} ${person.last_name}`.trim(),
        outside: true,
      })),
    ])
  }, [key, connected])
  const findIssues = useMemo(() => createIssueFinder(projectId), [projectId])
  return { people, findIssues }
}
