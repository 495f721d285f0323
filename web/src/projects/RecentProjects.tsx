import type { Project } from '@plumbline/contract/projects/projects'
import { paths } from '../base/paths.ts'
import { Link } from '../ui/Link.tsx'
import { Mark } from '../ui/Mark.tsx'
import { projectPictureUrl } from './picture.ts'
import { useProjectsText } from './projects-text.ts'

/** Links to the projects opened last. */
export default function RecentProjects({ projects }: { projects: readonly Project[] }) {
  const text = useProjectsText()
  return (
    <section aria-labelledby="recent-projects" className="mb-6">
      <h2 id="recent-projects" className="mb-2 font-semibold text-13 text-text-muted">
        {text.recentTitle}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-2">
        {projects.map((project) => (
          <li
            key={project.id}
            className="relative flex items-center gap-3 overflow-hidden rounded-control border border-line bg-surface pe-3 focus-within:border-line-strong hover:border-line-strong"
          >
            <RecentPicture project={project} />
            <span className="min-w-0 py-1.5">
              <Link
                quiet
                href={paths.project(project.id)}
                className="block truncate font-medium after:absolute after:inset-0 after:rounded-control"
              >
                {project.name}
              </Link>
              <span className="block truncate text-12 text-text-muted">{project.team_name}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RecentPicture({ project }: { project: Project }) {
  const picture = projectPictureUrl(project)
  if (picture)
    return <img src={picture} alt="" loading="lazy" className="h-12 w-16 flex-none bg-sunken object-cover" />
  return (
    <span className="grid h-12 w-16 flex-none place-items-center bg-sunken">
      <Mark className="size-5 text-text-faint" />
    </span>
  )
}
