import { listTeamProjects } from '@plumbline/contract/projects/projects'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { useGrowingList } from '../ui/use-growing-list.ts'
import { useTeamText } from './text.ts'

/** The company's projects that the person may see. */
export function CompanyProjects({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const { data, error, refetch } = useRead(listTeamProjects, { params: { id: teamId } })
  const list = useGrowingList(data?.length ?? 0)
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <Card title={text.projects}>
      {data.length === 0 && <p className="text-text-muted">{text.noProjects}</p>}
      <ul className="divide-y divide-line">
        {data.slice(0, list.count).map((project) => (
          <li key={project.id} className="flex items-center gap-3 py-2">
            <Link quiet href={paths.project(project.id)} className="min-w-0 truncate">
              {project.name}
            </Link>
            {project.code && <span className="flex-none text-13 text-text-muted">{project.code}</span>}
          </li>
        ))}
      </ul>
      <div ref={list.end} />
    </Card>
  )
}
