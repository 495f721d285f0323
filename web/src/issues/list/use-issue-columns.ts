import { useCallback, useMemo, useState } from 'react'
import { useMe } from '../../api/session.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import type { IssueQueryState } from '../filters/use-issue-query.ts'
import { defaultColumns, formatColumns, getOwnField, parseColumns, type ShownColumn } from './columns.ts'

const keyOf = (userId: string, projectId: string) => `plumbline.columns.${userId}.${projectId}`

/** Storage may be disabled: the next visit then starts with the default columns. */
function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function writeStorage(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // storage is disabled or full: the columns are lost with the page
  }
}

/** The columns in the URL (of a saved view), otherwise this person's last choice in this project. */
export function useIssueColumns(projectId: string, query: IssueQueryState, address: string | undefined) {
  const key = keyOf(useMe().id, projectId)
  const [kept, setKept] = useState(() => parseColumns(readStorage(key)))
  const offered = useCustomFields(projectId)
    .offered.map(({ id }) => id)
    .join()
  // memoised: rows are rendered again when their columns are new
  const columns = useMemo((): readonly ShownColumn[] => {
    const chosen = parseColumns(address) ?? kept ?? defaultColumns
    // a field that the project no longer offers has no column
    return chosen.filter(({ id }) => offered.includes(getOwnField(id) ?? ''))
  }, [address, kept, offered])
  const { change } = query
  const isInAddress = address !== undefined
  const setColumns = useCallback(
    (next: readonly ShownColumn[]) => {
      writeStorage(key, formatColumns(next))
      setKept([...next])
      if (isInAddress) change({ columns: undefined })
    },
    [key, isInAddress, change],
  )
  return [columns, setColumns] as const
}
