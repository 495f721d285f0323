import { listIssues } from '@plumbline/contract/issue-lists'
import type { IssueRow, IssueStatus, issuePriorities } from '@plumbline/contract/issues'
import { mayCreateIssue, openStatuses } from '@plumbline/contract/issues.rules'
import type { Project } from '@plumbline/contract/projects'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { call } from '../api/client.ts'
import { readOptions } from '../api/query.ts'
import { exactTime, shortDate } from '../app/dates.ts'
import { useNarrow } from '../app/narrow.ts'
import { useNavigate, usePlace, useSearch } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { type Column, VirtualTable } from '../ui/Table.tsx'
import { useUiText } from '../ui/text.tsx'
import { IssueCards } from './IssueCards.tsx'
import { NewIssueDialog } from './NewIssueDialog.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

type Priority = (typeof issuePriorities)[number]

/** What the address says of the list. */
interface Filters {
  q?: string
  /** a status, or `open` for all that are still to be done */
  status?: string
  priority?: Priority
}

const statusOf = (status: string | undefined) => (status === 'open' ? openStatuses.join(',') : status)

/** Pages of the filtered list, fetched as one asks for more. */
function useIssuePages(projectId: string, filters: Filters) {
  const query = { q: filters.q, status: statusOf(filters.status), priority: filters.priority, limit: 100 }
  const input = { params: { id: projectId }, query: query as never }
  const { queryKey, meta } = readOptions(listIssues, input)
  return useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    meta,
    queryFn: ({ pageParam, signal }) =>
      call(
        listIssues,
        { params: { id: projectId }, query: { ...query, after: pageParam ?? undefined } as never },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (previous) => previous,
  })
}

/** The project's issues: search, filters, table; phones see the columns that matter. */
export function IssueList({ project, open }: { project: Project; open: number | null }) {
  const text = useIssueText()
  const [search, setFilters] = useSearch()
  const { new: creating, ...filters } = search as Filters & { new?: string }
  const mayCreate = mayCreateIssue(project.my_permission_level)
  const narrow = useNarrow()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useIssuePages(
    project.id,
    filters,
  )
  const rows = data?.pages.flatMap((page) => page.items)
  const total = data?.pages[0]?.total ?? 0
  const filtered = Boolean(filters.q || filters.status || filters.priority)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 sm:px-6">
        <h1 className="me-auto font-semibold text-20">{text.issues}</h1>
        <Button
          look="primary"
          icon={<Plus aria-hidden />}
          disabled={mayCreate ? false : text.mayNot}
          onClick={() => setFilters({ new: '1' })}
        >
          {text.newIssue}
        </Button>
      </div>
      <FilterBar
        filters={filters}
        onChange={(values) => setFilters({ ...values })}
        total={data ? total : null}
      />
      {error && (
        <div className="px-4 sm:px-6">
          <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
            {text.loadFailed}
          </Banner>
        </div>
      )}
      {!rows && !error && (
        <Skeleton className="px-4 sm:px-6">
          <SkeletonRows rows={8} />
        </Skeleton>
      )}
      {rows?.length === 0 && <NoIssues project={project} filtered={filtered} />}
      {rows &&
        rows.length > 0 &&
        (narrow ? (
          <IssueCards project={project} rows={rows} />
        ) : (
          <Rows project={project} rows={rows} open={open} />
        ))}
      {hasNextPage && (
        <p className="flex-none border-line border-t p-2 text-center">
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </p>
      )}
      <NewIssueDialog
        project={project}
        open={creating !== undefined && mayCreate}
        onClose={() => setFilters({ new: undefined })}
      />
    </>
  )
}

function FilterBar(props: { filters: Filters; onChange: (values: Filters) => void; total: number | null }) {
  const text = useIssueText()
  const words = useUiText()
  const { filters, onChange } = props
  const statuses = [
    { value: 'all', label: text.allStatuses },
    { value: 'open', label: text.openOnes },
    ...(['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID'] as const).map(
      (value: IssueStatus) => ({
        value: value as string,
        label: words.status[value],
      }),
    ),
  ]
  const priorities = [
    { value: 'all', label: text.anyPriority },
    ...(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const).map((value) => ({
      value: value as string,
      label: words.priority[value],
    })),
  ]
  const chosen = (value: string | null) => (value === null || value === 'all' ? undefined : value)
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        icon={<Search aria-hidden />}
        value={filters.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label={text.status}
        options={statuses}
        value={filters.status ?? 'all'}
        onChange={(value) => onChange({ status: chosen(value) })}
        className="w-40"
      />
      <Select
        aria-label={text.priority}
        options={priorities}
        value={filters.priority ?? 'all'}
        onChange={(value) => onChange({ priority: chosen(value) as Priority | undefined })}
        className="w-36"
      />
      <p role="status" className="ms-auto text-13 text-text-muted tabular-nums">
        {props.total !== null && text.results(props.total)}
      </p>
    </div>
  )
}

function NoIssues({ project, filtered }: { project: Project; filtered: boolean }) {
  const text = useIssueText()
  if (filtered)
    return (
      <EmptyState
        drawing="search"
        title={text.emptyFiltered}
        action={<ButtonLink href={paths.issues(project.id)}>{text.clearFilters}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      drawing="list"
      title={text.empty}
      action={<ButtonLink href={paths.viewer(project.id)}>{text.openModels}</ButtonLink>}
    >
      {text.emptyHint}
    </EmptyState>
  )
}

function Rows({ project, rows, open }: { project: Project; rows: IssueRow[]; open: number | null }) {
  const text = useIssueText()
  const navigate = useNavigate()
  const { search } = usePlace()
  const { nameOf } = usePeople(project.id)
  const href = (issue: IssueRow) => paths.issue(project.id, issue.number) + search
  const columns: Column<IssueRow>[] = [
    {
      id: 'number',
      header: text.number,
      cell: (issue) => <span className="text-text-muted tabular-nums">{issue.number}</span>,
      align: 'end',
      width: '3.5rem',
    },
    {
      id: 'title',
      header: text.title,
      cell: (issue) => (
        <Link quiet href={href(issue)} className="line-clamp-2 font-medium">
          {issue.name}
        </Link>
      ),
    },
    {
      id: 'status',
      header: text.status,
      cell: (issue) => <StatusBadge status={issue.status} />,
      width: '8rem',
    },
    {
      id: 'priority',
      header: text.priority,
      cell: (issue) => <PriorityBars priority={issue.priority} />,
      width: '5rem',
      wideOnly: true,
    },
    {
      id: 'assignee',
      header: text.assignee,
      cell: (issue) => <span className="truncate">{nameOf(issue.assignee_id)}</span>,
      width: '9rem',
      wideOnly: true,
    },
    {
      id: 'due',
      header: text.due,
      cell: (issue) => <span className="tabular-nums">{issue.due_date && shortDate(issue.due_date)}</span>,
      width: '5.5rem',
      wideOnly: true,
    },
    {
      id: 'updated',
      header: text.updated,
      cell: (issue) => (
        <time dateTime={issue.updated_at} title={exactTime(issue.updated_at)} className="tabular-nums">
          {shortDate(issue.updated_at)}
        </time>
      ),
      width: '5.5rem',
      wideOnly: true,
    },
  ]
  const shown =
    open === null ? columns : columns.filter(({ id }) => !['due', 'updated', 'priority'].includes(id))
  return (
    <VirtualTable
      label={text.issues}
      columns={shown}
      rows={rows}
      rowKey={(issue) => issue.id}
      rowLabel={(issue) => `#${issue.number} ${issue.name}`}
      current={rows.find((issue) => issue.number === open)?.id ?? null}
      onOpen={(issue) => navigate(href(issue))}
      className="min-h-0 flex-1 px-2 sm:px-4"
    />
  )
}
