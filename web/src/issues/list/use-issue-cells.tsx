import { getAttachment } from '@plumbline/contract/issues/attachments'
import { buildRecord } from '@plumbline/contract/issues/issue-fields'
import { getSnapshot, type IssueRow } from '@plumbline/contract/issues/issues'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { listLevels, listSections, type Project } from '@plumbline/contract/projects/projects'
import { CalendarClock, MessageSquare } from 'lucide-react'
import { memo, type ReactNode, useMemo } from 'react'
import { urlOf } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { useTradeWords, useVocabulary } from '../../projects/vocabulary.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { isPlainClick, quietLinkClass } from '../../ui/Link.tsx'
import { PriorityBars } from '../../ui/PriorityBars.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { exactTime, shortDate } from '../../users/dates.ts'
import { useCustomFields, useCustomValueFormat } from '../custom-fields/use-custom-fields.ts'
import { formatDecimal } from '../field-names.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useTypeWords } from '../use-type-words.ts'
import { type BuiltInColumnId, type ColumnId, getOwnField, plainColumns } from './columns.ts'
import { getToday } from './list-common-due-dates.ts'
import { useListText } from './text.ts'

// the same elements for all rows, which React therefore compares by identity
const overdueIcon = <CalendarClock aria-hidden className="size-3.5" />
const commentIcon = <MessageSquare aria-hidden className="size-3.5" />

type Due = Pick<IssueRow, 'due_date' | 'status'>
const isOverdue = ({ due_date, status }: Due, zone: string) =>
  due_date !== null && openStatuses.includes(status) && due_date < getToday(zone)

/** Due date; overdue ones have a colour, an icon and a text for screen readers. `zone`: time zone of the project. */
export function DueDateCell({ row, zone }: { row: Due; zone: string }) {
  const text = useListText()
  if (!row.due_date) return null
  const late = isOverdue(row, zone)
  return (
    <span className={late ? 'inline-flex items-center gap-1 text-danger tabular-nums' : 'tabular-nums'}>
      {shortDate(row.due_date)}
      {late && (
        <span title={text.overdue}>
          {overdueIcon}
          <span className="sr-only">{text.overdue}</span>
        </span>
      )}
    </span>
  )
}

/** The issue's cover, small and with its markup. */
export function CoverImage({
  project,
  row,
  className,
}: {
  project: Pick<Project, 'id'>
  row: Pick<IssueRow, 'id' | 'cover'>
  className: string
}) {
  if (!row.cover) return null
  const { kind, id, version: v } = row.cover
  const at = { id: project.id, issueId: row.id }
  const query = { as: 'marked_thumbnail', v } as const
  const src =
    kind === 'PHOTO'
      ? urlOf(getAttachment, { params: { ...at, attachmentId: id }, query })
      : urlOf(getSnapshot, { params: { ...at, viewpointId: id }, query })
  return (
    <img
      // a reused element would show the previous picture until this one has loaded
      key={src}
      src={src}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      className={`beside-words ${className}`}
    />
  )
}

const TimeCell = memo(function TimeCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exactTime(iso)} className="tabular-nums">
      {shortDate(iso)}
    </time>
  )
})

function CommentCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-flex items-center gap-1 text-text-muted tabular-nums">
      {commentIcon}
      {count}
    </span>
  )
}

/** Assignee named in the imported file who is not a member of the project. */
function ImportedAssignee({ address }: { address: string }) {
  const text = useIssueText()
  return (
    <span title={text.notMember(address)} className="block truncate text-text-muted">
      {address}
    </span>
  )
}

const titleClass = `${quietLinkClass} block truncate overflow-clip font-medium`

/** Returns the cell renderer by column; memoised until a displayed name changes. */
export function useIssueCells(
  project: Project,
  hrefOf: (row: IssueRow) => string,
  openRow: (row: IssueRow) => void,
) {
  const issues = useIssueText()
  const vocabulary = useVocabulary()
  const typeNames = useTypeWords().names
  const tradeNames = useTradeWords().names
  const { data: levels } = useRead(listLevels, { params: { id: project.id } }, { silent: true })
  const { data: sections } = useRead(listSections, { params: { id: project.id } }, { silent: true })
  const people = usePeople(project.id)
  const peopleKey = people.all.map(({ value, label }) => value + label).join()
  const own = useCustomFields(project.id)
  const formatOwn = useCustomValueFormat(project.id)
  const ownKey = JSON.stringify([...own.byId.values()])
  // biome-ignore lint/correctness/useExhaustiveDependencies: peopleKey, ownKey, issues and vocabulary represent objects that are new on every render
  return useMemo(() => {
    const placeName = (places: readonly { id: string; name: string }[] | undefined, id: string | null) =>
      id === null ? null : (places?.find((place) => place.id === id)?.name ?? '…')
    const cells: Record<BuiltInColumnId, (row: IssueRow) => ReactNode> = {
      number: (row) => <span className="text-text-muted">{row.number}</span>,
      picture: (row) => (
        <CoverImage project={project} row={row} className="h-8 w-12 rounded-mark object-cover" />
      ),
      title: (row) => (
        <a
          href={hrefOf(row)}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            openRow(row)
          }}
          className={titleClass}
        >
          {row.name}
        </a>
      ),
      status: (row) => <StatusBadge status={row.status} />,
      priority: (row) => <PriorityBars priority={row.priority} />,
      type: (row) => typeNames[row.type],
      assignee: (row) => {
        const person = people.personOf(row.assignee_id)
        if (!row.assignee_id) return row.assigned_to && <ImportedAssignee address={row.assigned_to} />
        if (!person) return <span className="block truncate">{people.orElse(issues.formerMember)}</span>
        return (
          <span className="flex items-center gap-1.5">
            <Avatar person={person} size="small" decorative />
            <span className="truncate">{people.nameOf(row.assignee_id)}</span>
          </span>
        )
      },
      trade: (row) => tradeNames[row.trade],
      level: (row) => placeName(levels, row.level_id),
      section: (row) => placeName(sections, row.section_id),
      due: (row) => <DueDateCell row={row} zone={project.timezone} />,
      created: (row) => <TimeCell iso={row.created_at} />,
      updated: (row) => <TimeCell iso={row.updated_at} />,
      comments: (row) => <CommentCount count={row.comments} />,
      labels: (row) => row.labels.join(', '),
      ...buildRecord(plainColumns, (field) => (row: IssueRow) => {
        const value: string | number | null = row[field]
        return typeof value === 'number' ? formatDecimal(value) : value
      }),
    }
    return (id: ColumnId, row: IssueRow) => {
      const field = own.byId.get(getOwnField(id) ?? '')
      // rows that an earlier version kept on the device have no such values
      return field ? formatOwn(field, row.custom_fields?.[field.id]) : cells[id as BuiltInColumnId]?.(row)
    }
  }, [project.id, project.timezone, hrefOf, openRow, issues, vocabulary, levels, sections, peopleKey, ownKey])
}
export type CellRenderer = ReturnType<typeof useIssueCells>
