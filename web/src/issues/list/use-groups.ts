import type { IssueRow } from '@plumbline/contract/issues/issues'
import { getBoard } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useCallback } from 'react'
import { useRead } from '../../api/query.ts'
import { columnOf } from '../board/moves.ts'
import { useGroupNames } from '../filters/use-group-names.ts'
import type { QueryState } from '../filters/use-issue-query.ts'

/** What the list puts together: the value of a row, and the name and number of those that share it. */
export interface Groups {
  keyOf: (row: IssueRow) => string | null
  nameOf: (key: string | null) => string
  /** how many there are, with those that are not loaded; undefined until it is known */
  totalOf: (key: string | null) => number | undefined
}

export function useGroups(project: Project, { filter, together }: QueryState): Groups | null {
  const names = useGroupNames(project)
  const { data } = useRead(
    getBoard,
    { params: { id: project.id }, query: { ...filter, group: together, limit: 1 } as never },
    { enabled: together !== undefined, keepPrevious: true },
  )
  const keyOf = useCallback((row: IssueRow) => columnOf(row, together ?? 'status'), [together])
  if (!together) return null
  return {
    keyOf,
    nameOf: (key) => names(together, key),
    totalOf: (key) => data?.columns.find((column) => column.key === key)?.total,
  }
}
