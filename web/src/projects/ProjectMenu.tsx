import { type Project, pinProject } from '@plumbline/contract/projects/projects'
import {
  CloudDownload,
  Ellipsis,
  ExternalLink,
  Link2,
  LogOut,
  Pin,
  PinOff,
  Settings,
  Trash2,
} from 'lucide-react'
import { startTransition, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { startsOffline } from '../base/starts-offline.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useProjectsText } from './projects-text.ts'

const DeleteProject = lazyPart(() => import('./DeleteProject.tsx'), { placeless: true })
const OfflineDialog = lazyPart(() => import('./OfflineDialog.tsx'), { placeless: true })
const LeaveProject = lazyPart(() => import('./LeaveProject.tsx'), { placeless: true })

/** The actions on a project in the list. Omits actions that the person may not take. */
export function ProjectMenu({ project }: { project: Project }) {
  const text = useProjectsText()
  const copy = useCopy()
  const [asking, setAsking] = useState<'leave' | 'delete' | 'offline' | 'nothing'>()
  const ask = (what: 'leave' | 'delete' | 'offline') => startTransition(() => setAsking(what))
  const isAdmin = project.my_permission_level === 'ADMIN'
  const pin = useWrite(pinProject)
  const copyLink = () => copy(location.origin + paths.project(project.id), { text: text.linkCopied })
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton name={text.actions(project.name)} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuLink href={paths.project(project.id)} icon={<ExternalLink aria-hidden />}>
          {text.open}
        </MenuLink>
        <MenuItem
          icon={project.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onSelect={() => pin.run({ params: { id: project.id }, body: { pinned: !project.pinned } })}
        >
          {project.pinned ? text.unpin : text.pin}
        </MenuItem>
        {startsOffline() && (
          <MenuItem icon={<CloudDownload aria-hidden />} onSelect={() => ask('offline')}>
            {text.offline}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink()}>
          {text.copyLink}
        </MenuItem>
        {isAdmin && (
          <MenuLink href={paths.projectSettings(project.id)} icon={<Settings aria-hidden />}>
            {text.settings}
          </MenuLink>
        )}
        {(project.is_member || isAdmin) && <MenuSeparator />}
        {project.is_member && (
          <MenuItem icon={<LogOut aria-hidden />} onSelect={() => ask('leave')}>
            {text.leave}
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => ask('delete')}>
            {text.delete}
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <>
          <LeaveProject project={project} open={asking === 'leave'} onClose={() => setAsking('nothing')} />
          {asking === 'offline' && <OfflineDialog project={project} onClose={() => setAsking('nothing')} />}
          <DeleteProject project={project} open={asking === 'delete'} onClose={() => setAsking('nothing')} />
        </>
      )}
    </>
  )
}
