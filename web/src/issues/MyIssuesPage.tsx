import { listMyIssues, type MineKind, type MyIssue, mineKinds } from '@plumbline/contract/issues/my-issues'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { NavTabs } from '../ui/Tabs.tsx'
import { CoverImage, DueDateCell } from './list/use-issue-cells.tsx'
import { useMineText } from './mine-text.ts'

const PAGE_SIZE = 50

/** The person's issues in all projects: assigned ones, and resolved ones that they reported. */
export function MyIssuesPage() {
  const text = useMineText()
  useTitle('page', text.title)
  const [search] = useSearch()
  const kind = mineKinds.find((each) => each === search.kind) ?? 'TO_DO'
  const { data } = useRead(listMyIssues, { query: { kind, limit: PAGE_SIZE } })
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4 sm:p-6">
      <h1 className="font-semibold text-20">{text.title}</h1>
      <NavTabs
        label={text.kinds}
        current={paths.myIssues(kind)}
        links={[
          { href: paths.myIssues('TO_DO'), label: text.toDo, count: data?.totals.TO_DO ?? 0 },
          { href: paths.myIssues('TO_CHECK'), label: text.toCheck, count: data?.totals.TO_CHECK ?? 0 },
        ]}
      />
      <IssuePage key={kind} kind={kind} />
    </div>
  )
}

/** One page of issues, and further pages on request. Each is a separate read, stored for offline work. */
function IssuePage({ kind, after }: { kind: MineKind; after?: string }) {
  const text = useMineText()
  const { data, error, refetch } = useRead(listMyIssues, { query: { kind, after, limit: PAGE_SIZE } })
  const [isNextOpen, setNextOpen] = useState(false)
  if (!data)
    return <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={6} />
  if (data.items.length === 0 && !after)
    return kind === 'TO_DO' ? (
      <EmptyState drawing="list" title={text.nothingToDo}>
        {text.nothingToDoHint}
      </EmptyState>
    ) : (
      <EmptyState drawing="list" title={text.nothingToCheck}>
        {text.nothingToCheckHint}
      </EmptyState>
    )
  return (
    <>
      <ul aria-label={text.title}>
        {data.items.map((issue) => (
          <IssueRow key={issue.id} issue={issue} />
        ))}
      </ul>
      {data.next && !isNextOpen && (
        <Button className="self-start" onClick={() => setNextOpen(true)}>
          {text.more}
        </Button>
      )}
      {data.next && isNextOpen && <IssuePage kind={kind} after={data.next} />}
    </>
  )
}

function IssueRow({ issue }: { issue: MyIssue }) {
  return (
    <li className="relative flex gap-3 border-line border-b py-3 hover:bg-sunken">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          quiet
          href={paths.issue(issue.project_id, issue.number)}
          className="line-clamp-2 font-medium after:absolute after:inset-0"
        >
          {issue.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-muted">
          <span className="min-w-0 wrap-anywhere">
            {issue.project_name} #{issue.number}
          </span>
          <StatusBadge status={issue.status} name={issue.status_name} />
          <PriorityBars priority={issue.priority} />
          <DueDateCell row={issue} zone={issue.project_timezone} />
        </p>
      </div>
      <CoverImage
        project={{ id: issue.project_id }}
        row={issue}
        className="size-14 flex-none rounded-mark object-cover"
      />
    </li>
  )
}
