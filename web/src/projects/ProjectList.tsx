import type { Project } from '@plumbline/contract/projects/projects'
import { Pin } from 'lucide-react'
import { paths } from '../base/paths.ts'
import { AvatarGroup } from '../ui/Avatar.tsx'
import { Link } from '../ui/Link.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { shortDate } from '../users/dates.ts'
import { ProjectMenu } from './ProjectMenu.tsx'
import { useProjectsText } from './projects-text.ts'
import { useProjectText } from './text.ts'

/** The projects as a table. */
export default function ProjectList({ projects }: { projects: Project[] }) {
  const text = useProjectsText()
  const { roles } = useProjectText()
  const columns: TableColumn<Project>[] = [
    {
      id: 'name',
      header: text.project,
      cell: (project) => (
        // room for the name as a target of 44 px
        <div className="pointer-coarse:pt-2.5 pointer-coarse:pb-1">
          <span className="flex min-w-0 items-center gap-2">
            <Link quiet href={paths.project(project.id)} className="truncate font-medium">
              {project.name}
            </Link>
            {project.pinned && (
              <Pin role="img" aria-label={text.pinned} className="size-4 flex-none text-text-muted" />
            )}
          </span>
          <span className="block truncate text-13 text-text-muted lg:hidden">
            {[project.code, project.team_name].filter(Boolean).join(' · ')}
          </span>
        </div>
      ),
    },
    { id: 'code', header: text.code, cell: ({ code }) => code, wideOnly: 'lg', width: '7rem' },
    { id: 'company', header: text.company, cell: ({ team_name }) => team_name, wideOnly: 'lg' },
    { id: 'role', header: text.role, cell: ({ my_role }) => roles[my_role], wideOnly: 'lg', width: '11rem' },
    {
      id: 'issues',
      header: text.issues,
      cell: ({ open_issues }) => open_issues,
      align: 'end',
      width: '7rem',
    },
    {
      id: 'members',
      header: text.people,
      cell: ({ people, members }) => (
        <AvatarGroup people={people} count={members} label={text.members(members)} max={3} />
      ),
      wideOnly: true,
      width: '9rem',
    },
    {
      id: 'activity',
      header: text.lastActivity,
      cell: ({ last_activity_at: at }) => <span className="tabular-nums">{shortDate(at)}</span>,
      wideOnly: true,
      width: '8rem',
    },
    {
      id: 'menu',
      header: text.layout,
      hideHeader: true,
      cell: (project) => <ProjectMenu project={project} />,
      width: '4rem',
    },
  ]
  return (
    <Table
      label={text.title}
      columns={columns}
      rows={projects}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
    />
  )
}
