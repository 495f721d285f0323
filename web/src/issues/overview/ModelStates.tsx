import { listHeaders } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { VersionBadge } from '../../bim/files/FileRows.tsx'
import { Link } from '../../ui/Link.tsx'
import { useOverviewText } from './text.ts'

const MAX_LISTED = 6

/** The most recently changed files, with the processing state of their newest version. */
export function ModelStates({ project }: { project: Project }) {
  const text = useOverviewText()
  const { data, error, refetch } = useRead(listHeaders, { params: { id: project.id }, query: {} })
  if (!data)
    return <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={3} />
  const headers = data.flatMap((each) => ('headers' in each ? each.headers : [each]))
  const when = (header: (typeof headers)[number]) => header.latest?.created_at ?? header.created_at
  const newest = [...headers].sort((a, b) => when(b).localeCompare(when(a))).slice(0, MAX_LISTED)
  if (newest.length === 0) return <p className="text-text-muted">{text.noModels}</p>
  return (
    <ul className="flex flex-col">
      {newest.map((header) => (
        <li key={header.id} className="flex items-center gap-3 border-line border-b py-2 last:border-0">
          <span className="min-w-0 flex-1 truncate">
            {header.current && header.type_of === 'MODEL' ? (
              <Link href={paths.viewer(project.id, { models: [header.id] })}>{header.name}</Link>
            ) : (
              header.name
            )}
          </span>
          {header.latest && <VersionBadge variant={header.latest} />}
        </li>
      ))}
    </ul>
  )
}
