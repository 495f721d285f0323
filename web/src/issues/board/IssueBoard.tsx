import type { IssueRow } from '@plumbline/contract/issues/issues'
import { getBoard } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useLocation } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useDetailText } from '../detail/text.ts'
import { useGroupNames } from '../filters/use-group-names.ts'
import type { IssueQueryState } from '../filters/use-issue-query.ts'
import { useRowEdits } from '../list/row-edits.ts'
import { useListText } from '../list/text.ts'
import { useResolveRow } from '../list/use-resolve-row.tsx'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { BoardCard } from './BoardCard.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import {
  applyEditsToColumns,
  buildColumnChanges,
  explainColumnRefusal,
  getColumnKey,
} from './board-columns.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useCardKeys } from './use-card-keys.ts'

interface BoardProps {
  project: Project
  query: IssueQueryState
}

/** Returns a function that explains why a card cannot be dropped into a column; null if it can. */
function useColumnRefusal(project: Project, query: IssueQueryState) {
  const text = useListText()
  const detail = useDetailText()
  const me = useMe()
  const { assignable } = usePeople(project.id)
  const people = new Set(assignable.map(({ value }) => value))
  const relation = { user_id: me.id, permission_level: project.my_permission_level }
  return (row: IssueRow, key: string | null): string | null => {
    if (getColumnKey(row, query.group) === key) return null
    const reason = explainColumnRefusal(relation, row, query.group, key, people)
    return reason && (reason === 'CANNOT_ASSIGN' ? text.cannotAssign : detail.reasons[reason])
  }
}

/** The filtered issues as a board; cards are moved between columns by mouse, touch or keyboard. */
export function IssueBoard({ project, query }: BoardProps) {
  const text = useListText()
  const issues = useIssueText()
  const { search } = useLocation()
  const { group, filter, sort } = query
  const { data, error, refetch } = useRead(
    getBoard,
    { params: { id: project.id }, query: { ...filter, sort, group } as never },
    { keepPrevious: true },
  )
  const edits = useRowEdits(project)
  const { resolve, dialog } = useResolveRow(project, edits.edit)
  const names = useGroupNames(project)
  const nameOf = (key: string | null) => names(group, key)
  const explainRefusal = useColumnRefusal(project, query)
  const [announcement, announce] = useState('')
  const columns = applyEditsToColumns(data?.columns ?? [], group, edits.shown)
  async function dropCard(row: IssueRow, index: number) {
    const key = columns[index]?.key
    if (key === undefined || getColumnKey(row, group) === key) return announce(text.notMoved(row.number))
    const reason = explainRefusal(row, key)
    if (reason) return announce(text.overRefused(nameOf(key), reason))
    const isMoved = await (group === 'status' && key === 'RESOLVED'
      ? resolve(row)
      : edits.edit(row, buildColumnChanges(group, key)))
    announce(isMoved ? text.dropped(row.number, nameOf(key)) : text.notMoved(row.number))
  }
  const drop = (row: IssueRow, index: number) => void dropCard(row, index)
  const { drag, start } = useCardDrag(drop)
  const keys = useCardKeys({ columns, group, nameOf, explainRefusal, announce, drop })
  const moving = drag?.row ?? keys.grabbed
  const over = drag ? drag.over : keys.over
  if (!data)
    return (
      <LoadingState
        error={error}
        onRetry={() => void refetch()}
        failed={issues.loadFailed}
        className="px-4 sm:px-6"
      />
    )
  return (
    <>
      <p id="board-help" className="sr-only">
        {text.boardHelp}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <section
        data-board
        aria-label={text.boardLabel}
        className="flex min-h-0 flex-1 gap-3 overflow-x-auto px-4 pb-4 sm:px-6"
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={`${group} ${column.key}`}
            project={project}
            query={query}
            column={column}
            index={index}
            name={nameOf(column.key)}
            state={moving && { reason: explainRefusal(moving, column.key), over: over === index }}
            moving={moving?.id ?? null}
            shown={edits.shown}
            hrefOf={(row) => paths.issue(project.id, row.number) + search}
            onStart={start}
            onKeyDown={keys.onKeyDown}
            onBlur={keys.putBack}
          />
        ))}
      </section>
      {drag && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-50 w-64 rotate-2 shadow-float"
          style={{ left: 0, top: 0, transform: `translate(${drag.x + 8}px, ${drag.y + 8}px)` }}
        >
          <BoardCard project={project} row={drag.row} href="" group={group} />
        </div>
      )}
      {dialog}
    </>
  )
}
