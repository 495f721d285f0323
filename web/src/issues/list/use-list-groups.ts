import { isCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueRow } from '@plumbline/contract/issues/issues'
import { getBoard, type IssueGroup } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useCallback } from 'react'
import { useRead } from '../../api/query.ts'
import { getColumnKey } from '../board/board-columns.ts'
import { useGroupNames } from '../filters/use-group-names.ts'
import type { IssueQueryState } from '../filters/use-issue-query.ts'

/** Grouping of the list: the group key of a row, and the name and size of a group. */
export interface ListGroups {
  keyOf: (row: IssueRow) => string | null
  nameOf: (key: string | null) => string
  /** size of the group including rows not loaded; undefined until known */
  totalOf: (key: string | null) => number | undefined
}

/** The value that a row is grouped by; a row of an earlier version has no own values. */
function getGroupKey(row: IssueRow, group: IssueGroup): string | null {
  if (!isCustomKey(group)) return getColumnKey(row, group)
  const value = row.custom_fields?.[parseCustomKey(group) ?? '']
  return value === undefined ? null : String(value)
}

export function useListGroups(
  project: Project,
  { filter, listGroup: together }: IssueQueryState,
): ListGroups | null {
  const names = useGroupNames(project)
  const { data } = useRead(
    getBoard,
    { params: { id: project.id }, query: { ...filter, group: together, limit: 1 } as never },
    { enabled: together !== undefined, keepPrevious: true, silent: true },
  )
  const keyOf = useCallback((row: IssueRow) => getGroupKey(row, together ?? 'status'), [together])
  if (!together) return null
  return {
    keyOf,
    nameOf: (key) => names(together, key),
    totalOf: (key) => data?.columns.find((column) => column.key === key)?.total,
  }
}
