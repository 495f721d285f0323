import { type BcfImportRow, listBcfImportRows } from '@plumbline/contract/bcf/bcf'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { TopicDifferences } from './TopicDifferences.tsx'
import { useBcfText } from './text.ts'

type Outcome = BcfImportRow['outcome']

/** Topics with the same outcome, loaded page by page in the order of the file. */
export function TopicRows(props: { project: Project; importId: string; outcome: Outcome }) {
  const text = useBcfText()
  /** cursor of each page: the index in the file after which it starts */
  const [pages, setPages] = useState<readonly number[]>([0])
  return (
    <>
      <p className="mb-1 text-text-muted">{text.outcomeHelp[props.outcome]}</p>
      {pages.map((after, index) => (
        <TopicPage
          key={after}
          {...props}
          after={after}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </>
  )
}

function TopicPage(props: {
  project: Project
  importId: string
  outcome: Outcome
  after: number
  /** null when the next page is already loaded */
  onMore: ((after: number) => void) | null
}) {
  const { project, importId, outcome, after, onMore } = props
  const text = useBcfText()
  const { data, error, refetch } = useRead(
    listBcfImportRows,
    { params: { id: project.id, importId }, query: { outcome, after } },
    { redirects: false },
  )
  if (!data)
    return (
      <LoadingState error={error} onRetry={() => void refetch()} failed={text.rowsFailed} className="py-2" />
    )
  const { rows, next } = data
  return (
    <>
      <ul>
        {rows.map((row) => (
          <TopicRow key={row.guid} project={project} row={row} />
        ))}
      </ul>
      {onMore && next !== null && (
        <Button size="small" className="mt-3" onClick={() => onMore(next)}>
          {text.more}
        </Button>
      )}
    </>
  )
}

function TopicRow({ project, row }: { project: Project; row: BcfImportRow }) {
  const text = useBcfText()
  const added = text.adds(row.comments, row.viewpoints, row.documents)
  return (
    <li className="border-line border-b py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {row.number !== null && row.outcome !== 'DELETED' ? (
          <Link quiet newTab href={paths.issue(project.id, row.number)} className="tabular-nums">
            #{row.number}
          </Link>
        ) : (
          row.number !== null && <span className="text-text-muted tabular-nums">#{row.number}</span>
        )}
        <span className="min-w-0 break-words font-medium">{row.title}</span>
        {added && row.outcome !== 'DELETED' && (
          <span className="text-13 text-text-muted">{text.added(added)}</span>
        )}
      </p>
      {row.differences.length > 0 && (
        <TopicDifferences projectId={project.id} differences={row.differences} />
      )}
    </li>
  )
}
