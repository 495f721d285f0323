import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { levelAtLeast } from '@plumbline/contract/roles'
import { useCallback, useState } from 'react'
import { useMe } from '../api/session.ts'
import { useNarrow } from '../base/narrow.ts'
import { useLocation, useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import type { QueryState } from './filters/use-issue-query.ts'
import { IssueCards } from './IssueCards.tsx'
import type { ShownColumn } from './list/columns.ts'
import { IssueGrid } from './list/IssueGrid.tsx'
import { type RowPart, rowParts } from './list/RowMenu.tsx'
import { type OpenMenu, RowPopup } from './list/RowPopup.tsx'
import { useRowEdits } from './list/row-edits.ts'
import { idsOf, type Selection, tickRows } from './list/selection.ts'
import { useCells } from './list/use-cells.tsx'
import { useGroups } from './list/use-groups.ts'
import type { useIssueRows } from './list/use-issue-rows.ts'
import { useResolve } from './list/use-resolve.tsx'
import { useIssueText } from './text.ts'

export interface ListProps {
  project: Project
  query: QueryState
  issues: ReturnType<typeof useIssueRows>
  /** those of them that are shown: new ones wait */
  rows: readonly IssueRow[]
  /** the number of the issue beside the list */
  open: number | null
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** beside an open issue there is room for these */
const besideIssue = ['number', 'title', 'status', 'assignee']

/** The rows, with what can be done to each by letters and its menu. On phones cards. */
export function IssueList(props: ListProps) {
  const { project, query, rows, open, selection } = props
  const text = useIssueText()
  const me = useMe()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const { search } = useLocation()
  const edits = useRowEdits(project)
  const { resolve, dialog } = useResolve(project, edits.edit)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const hrefOf = useCallback(
    (row: IssueRow) => paths.issue(project.id, row.number) + search,
    [project.id, search],
  )
  const cells = useCells(project, hrefOf)
  const groups = useGroups(project, query)
  const total = props.issues.total ?? rows.length
  if (narrow)
    return (
      <IssueCards
        project={project}
        rows={rows.map(edits.shown)}
        hrefOf={hrefOf}
        groups={groups}
        more={props.issues.more}
        onSight={props.issues.onSight}
      />
    )
  const mayEdit = levelAtLeast(project.my_permission_level, 'CONTRIBUTOR')
  function onKey(key: string, row: IssueRow, at: DOMRect): boolean {
    if (!me.preferences.shortcuts || !mayEdit) return false
    const part = (rowParts as Record<string, RowPart>)[key]
    if (part) setMenu({ row, part, left: at.left + 48, top: at.bottom })
    else if (key === 'i') void edits.edit(row, { assignee_id: me.id })
    else return false
    return true
  }
  const shownRow = menu && edits.shown(rows.find(({ id }) => id === menu.row.id) ?? menu.row)
  return (
    <>
      <IssueGrid
        label={text.issues}
        rows={rows}
        total={total}
        more={props.issues.more}
        groups={groups}
        columns={open === null ? props.columns : props.columns.filter(({ id }) => besideIssue.includes(id))}
        onColumns={props.onColumns}
        sort={query.sort ?? '-number'}
        onSort={(sort) => query.change({ sort })}
        selected={idsOf(selection, rows)}
        onSelect={(ids) => props.onSelect(tickRows(selection, rows, ids))}
        onSelectAll={() => props.onSelect({ kind: 'all', total })}
        current={rows.find((issue) => issue.number === open)?.id ?? null}
        cells={cells}
        shown={edits.shown}
        onOpen={(row) => navigate(hrefOf(row))}
        onKey={onKey}
        onMenu={(row, { left, bottom }) => setMenu({ row, part: 'all', left, top: bottom })}
        onSight={props.issues.onSight}
        listKey={JSON.stringify([query.filter, query.sort, query.together])}
        className="min-h-0 flex-1 px-2 sm:px-4"
      />
      <RowPopup
        project={project}
        open={menu}
        row={shownRow}
        href={shownRow ? hrefOf(shownRow) : ''}
        onClose={() => setMenu(null)}
        onEdit={(row, changes) => void edits.edit(row, changes)}
        onResolve={resolve}
      />
      {dialog}
    </>
  )
}
