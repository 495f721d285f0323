import {
  type AuditEntry,
  checkAuditLog,
  exportAuditLog,
  listAuditLog,
  listAuditPeople,
} from '@plumbline/contract/audit/audit'
import { type AuditGroup, auditGroups } from '@plumbline/contract/audit/audit.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Dot, FileDown, RefreshCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call, urlOf } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { toastError, useRead } from '../api/query.ts'
import { useSearch } from '../base/navigation.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { fullName } from '../ui/person.ts'
import { Select } from '../ui/Select.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { parseUserAgent } from '../users/me/devices.ts'
import { describeAudit, listChangedSettings, nameActor } from './describe-audit.ts'
import { useAuditText } from './text.ts'

const PAGE_SIZE = 50

interface Filters {
  person?: string
  group?: AuditGroup
  from?: string
  to?: string
}

/** Midnight of a day in the browser's time zone, `days` later. */
function startOfDay(day: string | undefined, days: number): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + days)
  return date.toISOString()
}

const buildQuery = ({ person, group, from, to }: Filters) => ({
  person: person || undefined,
  group: group || undefined,
  from: startOfDay(from, 0),
  to: startOfDay(to, 1),
})

/** Reads again whenever the page is opened: actions such as sign-ins and downloads send no event. */
function useAuditLog(teamId: string, filters: Filters) {
  const params = { id: teamId }
  const query = buildQuery(filters)
  return useInfiniteQuery({
    queryKey: [listAuditLog.path, params, query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAuditLog,
        { params, query: { ...query, limit: PAGE_SIZE, before: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
    placeholderData: (previous) => previous,
    staleTime: 0,
  })
}

/** The audit log of the company, with filters in the address. */
export default function AuditPart({ teamId }: { teamId: string }) {
  const text = useAuditText()
  const [search, change] = useSearch()
  const filters = search as Filters
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useAuditLog(
    teamId,
    filters,
  )
  const items = data?.pages.flatMap((page) => page.items)
  const filtered = Boolean(filters.person || filters.group || filters.from || filters.to)
  const clear = () => change({ person: undefined, group: undefined, from: undefined, to: undefined })
  return (
    <Card
      title={text.title}
      action={
        <Actions teamId={teamId} filters={filters} fetching={isFetching} onRefresh={() => void refetch()} />
      }
    >
      <p className="mb-4 text-text-muted">{text.hint}</p>
      <FilterRow teamId={teamId} filters={filters} onChange={change} />
      {(!items || error) && (
        <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={6} />
      )}
      {items?.length === 0 &&
        (filtered ? (
          <EmptyState
            drawing="search"
            title={text.emptyFiltered}
            action={<Button onClick={clear}>{text.clear}</Button>}
          />
        ) : (
          <EmptyState drawing="list" title={text.empty} />
        ))}
      {items && items.length > 0 && <Entries items={items} />}
      {hasNextPage && (
        <Button className="mt-4" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.older}
        </Button>
      )}
    </Card>
  )
}

function Actions(props: { teamId: string; filters: Filters; fetching: boolean; onRefresh: () => void }) {
  const text = useAuditText()
  const { locale } = useUiText()
  const [checking, setChecking] = useState(false)
  const params = { id: props.teamId }
  async function check() {
    setChecking(true)
    try {
      const { entries, broken_at } = await call(checkAuditLog, { params })
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
      <IconButton
        name={text.refresh}
        icon={<RefreshCw aria-hidden />}
        disabled={props.fetching}
        onClick={props.onRefresh}
      />
      <Button
        icon={<ShieldCheck aria-hidden />}
        loading={checking}
        title={text.checkHint}
        onClick={() => void check()}
      >
        {text.check}
      </Button>
      <ButtonLink href={urlOf(exportAuditLog, { params, query: buildQuery(props.filters) })} download>
        <FileDown aria-hidden />
        {text.exportCsv}
      </ButtonLink>
    </div>
  )
}

const ALL = 'all'

function FilterRow(props: {
  teamId: string
  filters: Filters
  onChange: (values: Record<string, string | undefined>) => void
}) {
  const text = useAuditText()
  const { filters, onChange } = props
  const { data: found } = useRead(
    listAuditPeople,
    { params: { id: props.teamId } },
    { redirects: false, silent: true },
  )
  const people = [
    { value: ALL, label: text.everybody },
    ...(found ?? []).map((person) => ({ value: person.id, label: fullName(person) })),
  ]
  const groups = [
    { value: ALL, label: text.everything },
    ...auditGroups.map((value) => ({ value, label: text.groups[value] })),
  ]
  const chosen = (value: string | null) => (value === null || value === ALL ? undefined : value)
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[1.3fr_1.1fr_1fr_1fr]">
      <Field label={text.person} className="max-sm:col-span-2">
        <Combobox
          key={found ? 'found' : 'waiting'}
          options={people}
          value={filters.person ?? ALL}
          onChange={(person) => onChange({ person: chosen(person) })}
        />
      </Field>
      <Field label={text.group} className="max-sm:col-span-2">
        <Select
          options={groups}
          value={filters.group ?? ALL}
          onChange={(group) => onChange({ group: chosen(group) })}
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

function Entries({ items }: { items: readonly AuditEntry[] }) {
  const text = useAuditText()
  const entries = items.map((item) => {
    const actor = item.by ?? (item.by_id === null ? item.person : null)
    return {
      id: String(item.seq),
      sign: actor ? <Avatar person={actor} size="small" decorative /> : <Dot aria-hidden />,
      title: (
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium">{nameActor(item, text)}</span>{' '}
          <span className="text-text-muted">{describeAudit(item, text)}</span>
        </span>
      ),
      time: { text: shortDateTime(item.at), iso: item.at, title: exactTime(item.at) },
      children: <Details item={item} />,
    }
  })
  return <Timeline label={text.title} entries={entries} />
}

/** Changed settings, address and device. */
function Details({ item }: { item: AuditEntry }) {
  const text = useAuditText()
  const { browser, system } = parseUserAgent(item.user_agent ?? '')
  const parts = [
    ...listChangedSettings(item, text),
    item.data.by_token === true ? text.byToken : '',
    item.ip,
    [browser, system].filter(Boolean).join(', '),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p title={item.user_agent ?? undefined} className="text-13 text-text-muted [overflow-wrap:anywhere]">
      {parts.join(' · ')}
    </p>
  )
}
