import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useMe } from '../api/session.ts'
import { useNarrow } from '../base/narrow.ts'
import { useNavigate, useReadParams } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import type { IssueQueryState } from './filters/use-issue-query.ts'
import { IssueCards } from './IssueCards.tsx'
import type { ShownColumn } from './list/columns.ts'
import { IssueGrid } from './list/IssueGrid.tsx'
import { fieldByShortcut, type RowMenuField } from './list/RowMenu.tsx'
import { type OpenRowMenu, RowPopup } from './list/RowPopup.tsx'
import { useRowEdits } from './list/row-edits.ts'
import { applyCheckboxes, type IssueSelection, listSelectedRowIds } from './list/selection.ts'
import { useIssueCells } from './list/use-issue-cells.tsx'
import type { ShownIssues } from './list/use-issue-rows.ts'
import { useListGroups } from './list/use-list-groups.ts'
import { useResolveRow } from './list/use-resolve-row.tsx'
import { useIssueText } from './text.ts'

export interface ListProps {
  project: Project
  query: IssueQueryState
  issues: ShownIssues
  /** the loaded rows without new arrivals, which wait behind a button */
  rows: readonly IssueRow[]
  /** number of the issue opened next to the list */
  open: number | null
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  selection: IssueSelection
  onSelect: (selection: IssueSelection) => void
}

/** columns that fit next to an open issue */
const besideIssue = ['number', 'title', 'status', 'assignee']

/**
 * The issue grid with keyboard shortcuts and a context menu per row; a list of cards on phones. Memoised: typing in the
 * search does not re-render it until the new rows have arrived.
 */
export const IssueList = memo(function IssueList(props: ListProps) {
  const { project, query, rows, open, selection } = props
  const { search } = props.issues
  const isAlone = open === null
  const text = useIssueText()
  const me = useMe()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const edits = useRowEdits(project)
  const { resolve, dialog } = useResolveRow(project, edits.edit)
  const [menu, setMenu] = useState<OpenRowMenu | null>(null)
  const hrefOf = useCallback(
    (row: IssueRow) => paths.issue(project.id, row.number) + search,
    [project.id, search],
  )
  // the address may have changed since the rows arrived
  const readParams = useReadParams()
  const openRow = useCallback(
    (row: IssueRow, options?: { replace: boolean }) =>
      navigate(paths.issue(project.id, row.number) + location.search, options),
    [navigate, project.id],
  )
  // deferred, so that names of places and people arriving in sequence cause a single render
  const cells = useDeferredValue(useIssueCells(project, hrefOf, openRow))
  const groups = useListGroups(project, query)
  const columns = useMemo(
    () => (isAlone ? props.columns : props.columns.filter(({ id }) => besideIssue.includes(id))),
    [isAlone, props.columns],
  )
  const selected = useMemo(() => listSelectedRowIds(selection, rows), [selection, rows])
  const total = props.issues.total ?? rows.length
  if (narrow)
    return (
      <IssueCards
        project={project}
        rows={rows.map(edits.shown)}
        hrefOf={hrefOf}
        groups={groups}
        more={props.issues.more}
        onVisibleRows={props.issues.onVisibleRows}
      />
    )
  const mayEdit = isLevelAtLeast(project.my_permission_level, 'CONTRIBUTOR')
  function onKey(key: string, row: IssueRow, at: DOMRect): boolean {
    if (!me.preferences.shortcuts || !mayEdit) return false
    const part = (fieldByShortcut as Record<string, RowMenuField>)[key]
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
        columns={columns}
        onColumns={props.onColumns}
        sort={query.sort ?? '-number'}
        onSort={(sort) => query.change({ sort })}
        selected={selected}
        onSelect={(ids) => props.onSelect(applyCheckboxes(selection, rows, ids))}
        onSelectAll={() => props.onSelect({ kind: 'all', total })}
        current={rows.find((issue) => issue.number === open)?.id ?? null}
        cells={cells}
        shown={edits.shown}
        onOpen={openRow}
        // the issue opened next to the list follows
        onMove={(row) => readParams().number !== undefined && openRow(row, { replace: true })}
        onKey={onKey}
        onMenu={(row, { left, bottom }) => setMenu({ row, part: 'all', left, top: bottom })}
        onVisibleRows={props.issues.onVisibleRows}
        listKey={props.issues.key}
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
})
