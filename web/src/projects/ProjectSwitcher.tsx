import { getProject, listProjects } from '@plumbline/contract/projects/projects'
import { ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { useProjectText } from './text.ts'

const MOST_SHOWN = 12

/** The open project's name in the top bar, with a menu of other active projects. */
export const ProjectSwitcher = memo(function ProjectSwitcher({ id }: { id: string }) {
  const text = useProjectText()
  const { data: project } = useRead(getProject, { params: { id } }, { redirects: false })
  const [isOpened, setOpened] = useState(false)
  const { data: projects = [] } = useRead(listProjects, {}, { enabled: isOpened })
  if (!project) return null
  const others = projects.filter((other) => other.id !== id && other.status === 'ACTIVE')
  const trigger = (
    <Button
      look="ghost"
      aria-label={`${project.name}, ${text.switchProject}`}
      className="min-w-0 max-sm:hidden"
    >
      <span className="max-w-72 truncate">{project.name}</span>
      <ChevronDown aria-hidden className="text-text-muted" />
    </Button>
  )
  return (
    <Menu trigger={trigger} onOpenChange={(open) => open && setOpened(true)}>
      {others.slice(0, MOST_SHOWN).map((other) => (
        <MenuLink key={other.id} href={paths.project(other.id)}>
          {other.name}
        </MenuLink>
      ))}
      {others.length > 0 && <MenuSeparator />}
      <MenuLink href={paths.projects}>{text.allProjects}</MenuLink>
    </Menu>
  )
})
