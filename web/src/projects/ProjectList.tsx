import type { Project } from '@plumbline/contract/projects'
import { shortDate } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { Link } from '../ui/Link.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { useProjectsText } from './projects-text.ts'
import { useProjectText } from './text.ts'

/** The projects as rows, for those who have many. */
export default function ProjectList({ projects }: { projects: Project[] }) {
  const text = useProjectsText()
  const { roles } = useProjectText()
  const columns: Column<Project>[] = [
    {
      id: 'name',
      header: text.project,
      cell: (project) => (
        <Link quiet href={paths.project(project.id)} className="truncate font-medium">
          {project.name}
        </Link>
      ),
    },
    { id: 'code', header: text.code, cell: ({ code }) => code, wideOnly: true, width: '7rem' },
    { id: 'company', header: text.company, cell: ({ team_name }) => team_name, wideOnly: true },
    { id: 'role', header: text.role, cell: ({ my_role }) => roles[my_role], wideOnly: true, width: '11rem' },
    {
      id: 'issues',
      header: text.issues,
      cell: ({ open_issues }) => open_issues,
      align: 'end',
      width: '7rem',
    },
    {
      id: 'created',
      header: text.created,
      cell: ({ created_at }) => <span className="tabular-nums">{shortDate(created_at)}</span>,
      wideOnly: true,
      width: '6rem',
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
