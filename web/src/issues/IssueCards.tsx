import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from '../ui/Link.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { windowRect } from '../ui/row-height.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { CoverImage, DueDateCell } from './list/use-issue-cells.tsx'
import type { ListGroups } from './list/use-list-groups.ts'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

/** Assignee and due date: a line of its own, so that its height does not wait for the members' names. */
const hasSecondLine = ({ assignee_id, assigned_to, due_date }: IssueRow) =>
  assignee_id !== null || assigned_to !== null || due_date !== null

/** The height of a card whose title has one line, in pixels. */
const estimateHeight = (row: IssueRow | undefined) => (row && hasSecondLine(row) ? 93 : 69)

/** The issue list on phones: one card per issue, the whole card is its link. */
export function IssueCards(props: {
  project: Project
  rows: readonly IssueRow[]
  hrefOf: (row: IssueRow) => string
  groups: ListGroups | null
  more: boolean
  onVisibleRows: (first: number, last: number) => void
}) {
  const { project, rows, groups } = props
  const text = useIssueText()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    initialRect: windowRect(),
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const onVisibleRows = useEffectEvent(props.onVisibleRows)
  useEffect(() => onVisibleRows(first, last), [first, last])
  return (
    <div ref={scroller} data-scroll={text.issues} className="min-h-0 flex-1 overflow-auto pb-18">
      <ul aria-label={text.issues} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const issue = rows[item.index]
          if (!issue) return null
          const before = rows[item.index - 1]
          const key = groups?.keyOf(issue)
          const begins = groups && key !== undefined && (!before || groups.keyOf(before) !== key)
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={props.more ? -1 : rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 border-line border-b"
              style={{ top: item.start }}
            >
              {begins && (
                <h2 className="border-line border-b px-4 pt-4 pb-2 font-semibold text-13">
                  {groups.nameOf(key)}
                  <span className="ms-2 font-normal text-text-muted tabular-nums">{groups.totalOf(key)}</span>
                </h2>
              )}
              <IssueCard project={project} issue={issue} href={props.hrefOf(issue)} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Memoised: scrolling renders only the cards that come into view. */
const IssueCard = memo(function IssueCard(props: { project: Project; issue: IssueRow; href: string }) {
  const { project, issue } = props
  const { nameOf } = usePeople(project.id)
  return (
    <div className="relative flex gap-3 px-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link quiet href={props.href} className="line-clamp-2 font-medium after:absolute after:inset-0">
          {issue.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-muted">
          <span className="tabular-nums">#{issue.number}</span>
          <StatusBadge status={issue.status} />
          <PriorityBars priority={issue.priority} />
        </p>
        {hasSecondLine(issue) && (
          <p className="flex min-h-5 items-center gap-x-3 text-13 text-text-muted">
            <span className="min-w-0 truncate">{nameOf(issue.assignee_id) ?? issue.assigned_to}</span>
            <span className="flex-none">
              <DueDateCell row={issue} zone={project.timezone} />
            </span>
          </p>
        )}
      </div>
      <CoverImage project={project} row={issue} className="size-14 flex-none rounded-mark object-cover" />
    </div>
  )
})
