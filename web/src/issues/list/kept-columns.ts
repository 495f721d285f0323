import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import type { QueryState } from '../filters/use-issue-query.ts'
import { readColumns, type ShownColumn, usualColumns, writeColumns } from './columns.ts'

const keyOf = (userId: string, projectId: string) => `plumbline.columns.${userId}.${projectId}`

/** Storage may be disabled: the next visit then starts with the default columns. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // storage is disabled or full: the columns are lost with the page
  }
}

/** The columns in the URL (of a saved view), otherwise those this person last chose in this project. */
export function useColumns(projectId: string, query: QueryState, address: string | undefined) {
  const key = keyOf(useMe().id, projectId)
  const [kept, setKept] = useState(() => readColumns(read(key)))
  const columns: readonly ShownColumn[] = readColumns(address) ?? kept ?? usualColumns
  function setColumns(next: readonly ShownColumn[]) {
    write(key, writeColumns(next))
    setKept([...next])
    if (address !== undefined) query.change({ columns: undefined })
  }
  return [columns, setColumns] as const
}
