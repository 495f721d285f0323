import type { Project } from '@plumbline/contract/projects/projects'
import { Pin } from 'lucide-react'
import { paths } from '../base/paths.ts'
import { AvatarGroup } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Link } from '../ui/Link.tsx'
import { Mark } from '../ui/Mark.tsx'
import { shortDate } from '../users/dates.ts'
import { ProjectMenu } from './ProjectMenu.tsx'
import { projectPictureUrl } from './picture.ts'
import { useProjectsText } from './projects-text.ts'
import { useProjectText } from './text.ts'

/** A project as a card that is a link as a whole. */
export function ProjectCard({ project }: { project: Project }) {
  const text = useProjectsText()
  const { roles } = useProjectText()
  const picture = projectPictureUrl(project)
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface focus-within:border-line-strong hover:border-line-strong">
      <div className="grid aspect-[16/10] place-items-center bg-sunken">
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="beside-words size-full object-cover" />
        ) : (
          <Mark className="size-10 text-text-faint" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex items-center gap-2">
          <Link
            quiet
            href={paths.project(project.id)}
            className="min-w-0 truncate font-semibold text-16 after:absolute after:inset-0 after:rounded-card"
          >
            {project.name}
          </Link>
          {project.pinned && (
            <Pin role="img" aria-label={text.pinned} className="size-4 flex-none text-text-muted" />
          )}
          {project.is_demo && <Badge>{text.demo}</Badge>}
          {/* z-index above the link that covers the card */}
          <div className="relative z-10 ms-auto -me-2 -my-1">
            <ProjectMenu project={project} />
          </div>
        </div>
        <p className="truncate text-13 text-text-muted">
          {project.team_name} · {roles[project.my_role]}
        </p>
        <p className="mt-2 text-13">
          {project.open_issues > 0 ? text.mineOpen(project.my_open_issues, project.open_issues) : text.noOpen}
        </p>
        <div className="mt-auto flex min-h-8 items-center gap-2 pt-1 text-13 text-text-muted">
          <p className="min-w-0 flex-1 truncate">
            {text.models(project.models)} · {text.active(shortDate(project.last_activity_at))}
          </p>
          <AvatarGroup
            people={project.people}
            count={project.members}
            label={text.members(project.members)}
            max={3}
          />
        </div>
      </div>
    </li>
  )
}
