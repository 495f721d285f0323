import { filterMembers, listMembers } from '@plumbline/contract/access/access'
import { checkLog, type LogKind, listLog } from '@plumbline/contract/issues/timeline'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { buildReadOptions, toastError, useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { longDate } from '../../users/dates.ts'
import { ActivityFeed } from './ActivityFeed.tsx'
import { DeletedIssues } from './DeletedIssues.tsx'
import { formatDay, groupByDay } from './group-by-day.ts'
import { useActivityText } from './text.ts'

/** Filters of the activity feed, stored in the URL. */
interface Filters {
  by?: string
  kind?: LogKind
  from?: string
  to?: string
}
const PAGE_SIZE = 50

function useActivityLog(projectId: string, { by, kind, from, to }: Filters) {
  const params = { id: projectId }
  const filters = { by, kind, from, to }
  const { queryKey, meta } = buildReadOptions(listLog, { params, query: { ...filters, limit: PAGE_SIZE } })
  return useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    meta,
    queryFn: ({ pageParam, signal }) =>
      call(
        listLog,
        { params, query: { ...filters, limit: PAGE_SIZE, before: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
    placeholderData: (previous) => previous,
  })
}

/** The activity log of a project, grouped by day; its filters (person, kind, dates) are in the URL. */
export function ActivityPage() {
  const text = useActivityText()
  useTitle('page', text.activity)
  const project = useProject()
  const [filters, setFilters] = useSearch()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useActivityLog(
    project.id,
    filters as Filters,
  )
  const items = data?.pages.flatMap((page) => page.items)
  const filtered = Boolean(filters.by || filters.kind || filters.from || filters.to)
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4 sm:p-6">
      <ActivityHead project={project} />
      <FilterRow project={project} filters={filters as Filters} onChange={setFilters} />
      {(!items || error) && (
        <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={6} />
      )}
      {items?.length === 0 &&
        (filtered ? (
          <EmptyState
            drawing="search"
            title={text.emptyFiltered}
            action={<ButtonLink href={paths.activity(project.id)}>{text.clear}</ButtonLink>}
          />
        ) : (
          <EmptyState drawing="list" title={text.empty}>
            {text.emptyHint}
          </EmptyState>
        ))}
      {groupByDay(items ?? []).map(({ day, items: ofDay }) => (
        <section key={day} aria-label={longDate(day)}>
          <h2 className="sticky top-0 z-10 mb-3 border-line border-b bg-canvas py-1 font-medium text-13 text-text-muted">
            <DayName day={day} />
          </h2>
          <ActivityFeed label={longDate(day)} project={project} items={ofDay} />
        </section>
      ))}
      {hasNextPage && (
        <Button className="self-start" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.older}
        </Button>
      )}
    </div>
  )
}

function DayName({ day }: { day: string }) {
  const text = useActivityText()
  const now = new Date()
  if (day === formatDay(now)) return text.today
  if (day === formatDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return text.yesterday
  return longDate(day)
}

function ActivityHead({ project }: { project: Project }) {
  const text = useActivityText()
  const { locale } = useUiText()
  const [trash, setTrash] = useState(false)
  const [checking, setChecking] = useState(false)
  const level = project.my_permission_level
  async function check() {
    setChecking(true)
    try {
      const { entries, broken_at } = await call(checkLog, { params: { id: project.id } })
      const number = (value: number) => new Intl.NumberFormat(locale).format(value)
      if (broken_at === null) toast.success({ text: text.unbroken(number(entries)) })
      else toast.error({ text: text.broken(number(broken_at)) })
    } catch (error) {
      toastError(error)
    } finally {
      setChecking(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="me-auto font-semibold text-20">{text.activity}</h1>
      {isLevelAtLeast(level, 'EDITOR') && (
        <Button icon={<Trash2 aria-hidden />} onClick={() => setTrash(true)}>
          {text.deleted}
        </Button>
      )}
      {isLevelAtLeast(level, 'ADMIN') && (
        <Button
          icon={<ShieldCheck aria-hidden />}
          loading={checking}
          title={text.checkHint}
          onClick={() => void check()}
        >
          {text.check}
        </Button>
      )}
      {trash && <DeletedIssues project={project} onClose={() => setTrash(false)} />}
    </div>
  )
}

const ALL = 'all'

function FilterRow(props: {
  project: Project
  filters: Filters
  onChange: (values: Record<string, string | undefined>) => void
}) {
  const text = useActivityText()
  const { filters, onChange } = props
  const { data: members } = useRead(listMembers, { params: { id: props.project.id } }, { silent: true })
  const people = [
    { value: ALL, label: text.everybody },
    ...filterMembers(members ?? []).map(({ user_id, user }) => ({
      value: user_id,
      label: `${user.first_name} ${user.last_name}`.trim(),
    })),
  ]
  const kinds = [
    { value: ALL, label: text.everything },
    ...Object.entries(text.kinds).map(([value, label]) => ({ value, label })),
  ]
  const chosen = (value: string | null) => (value === null || value === ALL ? undefined : value)
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Field label={text.person}>
        <OptionPicker
          options={people}
          value={filters.by ?? ALL}
          onChange={(by) => onChange({ by: chosen(by) })}
        />
      </Field>
      <Field label={text.kind}>
        <Select
          options={kinds}
          value={filters.kind ?? ALL}
          onChange={(kind) => onChange({ kind: chosen(kind) })}
        />
      </Field>
      <Field label={text.from}>
        <DatePicker value={filters.from ?? ''} onChange={(from) => onChange({ from: from || undefined })} />
      </Field>
      <Field label={text.to}>
        <DatePicker value={filters.to ?? ''} onChange={(to) => onChange({ to: to || undefined })} />
      </Field>
    </div>
  )
}
