import type { IssueRow } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent, PointerEvent } from 'react'
import { call } from '../../api/client.ts'
import { buildReadOptions } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useUiText } from '../../ui/text.tsx'
import type { IssueQueryState } from '../filters/use-issue-query.ts'
import { useListText } from '../list/text.ts'
import { BoardCard } from './BoardCard.tsx'
import { type BoardColumnCards, fieldByGroup, getColumnKey } from './board-columns.ts'

const PAGE_SIZE = 50

interface ColumnProps {
  project: Project
  query: IssueQueryState
  column: BoardColumnCards & { next: string | null }
  index: number
  name: string
  /** while a card is dragged: whether it is over this column, and why it cannot be dropped here */
  state: { reason: string | null; over: boolean } | null
  /** id of the dragged card */
  moving: string | null
  shown: (row: IssueRow) => IssueRow
  hrefOf: (row: IssueRow) => string
  onStart: (event: PointerEvent, row: IssueRow) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: IssueRow) => void
  onBlur: () => void
}

/**
 * Loads the column's further cards: the issue list filtered by the column's value, from the cursor that the board
 * returned.
 */
function useMoreCards({ project, query, column }: ColumnProps) {
  const { filter, sort, group } = query
  const value = { ...filter, [fieldByGroup[group]]: column.key ?? 'none', sort, limit: PAGE_SIZE }
  const params = { id: project.id }
  const { queryKey, meta } = buildReadOptions(listIssues, { params, query: value as never })
  return useInfiniteQuery({
    queryKey: [...queryKey, 'after', column.next],
    meta,
    queryFn: ({ pageParam, signal }) =>
      call(listIssues, { params, query: { ...value, after: pageParam ?? undefined } as never }, { signal }),
    initialPageParam: column.next,
    getNextPageParam: (page) => page.next,
    enabled: false,
  })
}

export function BoardColumn(props: ColumnProps) {
  const { column, query, name, state } = props
  const text = useListText()
  const ui = useUiText()
  const more = useMoreCards(props)
  const listed = new Set(column.items.map(({ id }) => id))
  const loadedLater = (more.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .map(props.shown)
    .filter((row) => !listed.has(row.id) && getColumnKey(row, query.group) === column.key)
  const rows = [...column.items, ...loadedLater]
  const hasMore = more.data ? more.hasNextPage : column.next !== null
  const fetchMore = () => void (more.data ? more.fetchNextPage() : more.refetch())
  return (
    <section
      data-column={props.index}
      aria-label={text.column(name, column.total)}
      className={cx(
        'flex w-68 flex-none flex-col rounded-card bg-sunken',
        state?.over && !state.reason && 'outline-2 outline-focus',
      )}
    >
      <h2 className="flex items-center gap-2 px-3 pt-2.5 pb-2 font-medium text-13">
        <span className="truncate">{name}</span>
        <span className="text-text-muted tabular-nums">{column.total}</span>
      </h2>
      {state?.over && state.reason && (
        <p className="mx-2 mb-2 rounded-control bg-danger-soft px-2 py-1 text-13 text-danger">
          {text.cannotDrop}: {state.reason}
        </p>
      )}
      <ul
        className={cx(
          'flex min-h-16 flex-1 flex-col gap-2 overflow-y-auto px-2 pt-1 pb-2',
          state?.reason && 'opacity-60',
        )}
        onScroll={({ currentTarget: list }) => {
          const left = list.scrollHeight - list.scrollTop - list.clientHeight
          if (left < 200 && hasMore && !more.isFetching) fetchMore()
        }}
      >
        {rows.map((row, at) => (
          <li
            key={row.id}
            data-card={row.id}
            aria-describedby="board-help"
            aria-label={`#${row.number} ${row.name}`}
            tabIndex={at === 0 ? 0 : -1}
            onPointerDown={(event) => props.onStart(event, row)}
            onKeyDown={(event) => props.onKeyDown(event, row)}
            onBlur={props.onBlur}
            className={cx(
              'cursor-grab select-none rounded-control outline-offset-1 pointer-coarse:touch-pan-y',
              props.moving === row.id && 'opacity-50 outline-2 outline-focus',
            )}
          >
            <BoardCard project={props.project} row={row} href={props.hrefOf(row)} group={query.group} />
          </li>
        ))}
        {rows.length === 0 && <li className="px-1 py-2 text-13 text-text-muted">{text.emptyColumn}</li>}
        {more.error && !more.isFetching && (
          <li role="alert" className="px-1 text-13 text-danger">
            {ui.loadFailed}
          </li>
        )}
        {hasMore && (
          <li className="text-center">
            <Button size="small" loading={more.isFetching} onClick={fetchMore}>
              {text.moreCards}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
