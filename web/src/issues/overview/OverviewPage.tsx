import type { ReplyOf } from '@plumbline/contract/http'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { getIssueStat } from '@plumbline/contract/issues/lists'
import { listLog } from '@plumbline/contract/issues/timeline'
import type { Project } from '@plumbline/contract/projects/projects'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { useProject } from '../../projects/use-project.ts'
import { Card } from '../../ui/Card.tsx'
import { BarChart } from '../../ui/charts/BarChart.tsx'
import { Donut } from '../../ui/charts/Donut.tsx'
import { Sparkline } from '../../ui/charts/Sparkline.tsx'
import { StackedBar } from '../../ui/charts/StackedBar.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton, SkeletonBlock } from '../../ui/Skeleton.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { statusLook } from '../../ui/StatusBadge.tsx'
import { useStatusNames } from '../../ui/status-names.ts'
import { useUiText } from '../../ui/text.tsx'
import { shortDate } from '../../users/dates.ts'
import { ActivityFeed } from '../activity/ActivityFeed.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { ModelStates } from './ModelStates.tsx'
import { useOverviewText } from './text.ts'

type IssueStat = ReplyOf<typeof getIssueStat>
const WEEKS = 12
/** maximum bars per chart; the issue list has the rest */
const MAX_BARS = 8
const openStatusParam = openStatuses.join(',')

/** Dashboard of a project; every number links to the issues behind it. */
export function OverviewPage() {
  const text = useOverviewText()
  useTitle('page', text.overview)
  const project = useProject()
  const params = { id: project.id }
  const { data: stat, error, refetch } = useRead(getIssueStat, { params, query: { weeks: WEEKS } })
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4 sm:p-6">
      <h1 className="font-semibold text-20">{text.overview}</h1>
      {error && (
        <LoadFailed error={error} onRetry={() => void refetch()}>
          {text.failed}
        </LoadFailed>
      )}
      {!stat && !error && <FiguresSkeleton />}
      {stat && <KeyFigures project={project} stat={stat} />}
      {stat && <FirstSteps project={project} issues={stat.total} />}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {stat && stat.total > 0 && <Charts project={project} stat={stat} />}
        <Card
          title={text.models}
          action={
            <Link href={paths.models(project.id)} className="touch-target">
              {text.allModels}
            </Link>
          }
        >
          <ModelStates project={project} />
        </Card>
        <Card
          title={text.latest}
          action={
            <Link href={paths.activity(project.id)} className="touch-target">
              {text.allActivity}
            </Link>
          }
        >
          <LatestActivity project={project} />
        </Card>
      </div>
    </div>
  )
}

function KeyFigures({ project: { id }, stat }: { project: Project; stat: IssueStat }) {
  const text = useOverviewText()
  const weekly = stat.weekly.map((week) => week.open_at_end)
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      <Stat
        label={text.open}
        value={stat.open}
        href={paths.issues(id, { status: openStatusParam })}
        chart={<Sparkline label={text.openOverTime} values={weekly} className="max-sm:hidden" />}
      />
      <Stat label={text.overdue} value={stat.overdue} href={paths.issues(id, { due: 'overdue' })} />
      <Stat label={text.dueSoon} value={stat.due_7_days} href={paths.issues(id, { due: 'next_7_days' })} />
      <Stat
        label={text.closedThisWeek}
        value={stat.closed_this_week}
        href={paths.issues(id, { status: 'CLOSED', closed_from: stat.weekly.at(-1)?.week })}
      />
      <Stat
        label={text.mine}
        value={stat.mine}
        href={paths.issues(id, { status: openStatusParam, assignee_id: 'me' })}
      />
    </div>
  )
}

/** About as high as the figures and charts, so that the content below does not move. */
function FiguresSkeleton() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          {['open', 'overdue', 'soon', 'closed', 'mine'].map((key) => (
            <SkeletonBlock key={key} className="h-19.5 sm:w-40" />
          ))}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <SkeletonBlock className="h-100 md:h-95" />
          <SkeletonBlock className="h-95" />
          <SkeletonBlock className="h-52" />
          <SkeletonBlock className="h-52" />
        </div>
      </div>
    </Skeleton>
  )
}

function Charts({ project: { id }, stat }: { project: Project; stat: IssueStat }) {
  const text = useOverviewText()
  const statusNames = useStatusNames()
  const statuses = Object.entries(statusLook).flatMap(([status, { fill }]) => {
    const value = stat.by_status[status as keyof typeof stat.by_status] ?? 0
    const href = paths.issues(id, { status })
    return value > 0 ? [{ label: statusNames[status as keyof typeof statusNames], value, fill, href }] : []
  })
  const bars = (counts: IssueStat['by_level'], field: 'level_id' | 'assignee_id', none: string) =>
    counts
      .filter((count) => count.open > 0)
      .slice(0, MAX_BARS)
      .map((count) => ({
        label: count.id === null ? none : count.name,
        value: count.open,
        href: paths.issues(id, { status: openStatusParam, [field]: count.id ?? 'none' }),
      }))
  return (
    <>
      <Card title={text.byStatus}>
        <Donut label={text.byStatus} items={statuses} />
      </Card>
      <Card title={text.overTime}>
        <StackedBar
          label={text.overTime}
          series={[{ label: text.opened }, { label: text.closed }]}
          columns={stat.weekly.map(({ week, opened, closed }) => ({
            label: shortDate(week),
            values: [opened, closed],
          }))}
        />
        <PaceFigures stat={stat} />
      </Card>
      <Card title={text.byAssignee}>
        <BarChart label={text.byAssignee} items={bars(stat.by_assignee, 'assignee_id', text.nobody)} />
      </Card>
      <Card title={text.byLevel}>
        <BarChart label={text.byLevel} items={bars(stat.by_level, 'level_id', text.noLevel)} />
      </Card>
    </>
  )
}

/** Mean time to resolve and to close, and the rate of reopened issues. */
function PaceFigures({ stat }: { stat: IssueStat }) {
  const text = useOverviewText()
  const { locale } = useUiText()
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const time = (hours: number) =>
    hours < 48 ? text.hours(number.format(hours)) : text.days(number.format(hours / 24))
  const figures: [string, string][] = []
  if (stat.mean_hours_to_resolve !== null)
    figures.push([text.timeToResolve, time(stat.mean_hours_to_resolve)])
  if (stat.mean_hours_to_close !== null) figures.push([text.timeToClose, time(stat.mean_hours_to_close)])
  if (stat.reopen_rate !== null) figures.push([text.reopened, percent.format(stat.reopen_rate)])
  if (figures.length === 0) return null
  return (
    <dl aria-label={text.pace} className="mt-3 grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-13">
      {figures.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-text-muted">{label}</dt>
          <dd className="text-end tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function LatestActivity({ project }: { project: Project }): ReactNode {
  const text = useOverviewText()
  const { data, error, refetch } = useRead(listLog, { params: { id: project.id }, query: { limit: 8 } })
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} />
  if (data.items.length === 0) return <p className="text-text-muted">{text.quiet}</p>
  return <ActivityFeed brief label={text.latest} project={project} items={data.items} />
}
