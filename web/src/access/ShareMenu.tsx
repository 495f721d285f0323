import type { Project } from '@plumbline/contract/projects/projects'
import { KeyRound, Link2, Share2 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { paths } from '../base/paths.ts'
import { useProjectText } from '../projects/text.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useCopy } from '../ui/use-copy.ts'

const CodeDialog = lazyPart(() => import('./CodeDialog.tsx'), { placeless: true })

/** Copies the project's link; administrators also open the project code from here. */
export function ShareMenu({ project }: { project: Project }) {
  const text = useProjectText()
  const copy = useCopy()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const copyLink = () => copy(location.origin + paths.project(project.id), { text: text.linkCopied })
  return (
    <>
      <Menu
        align="end"
        trigger={
          // on touch screens it is as high as its bar, which a frame would fill
          <Button
            size="small"
            icon={<Share2 aria-hidden />}
            className="pointer-coarse:border-transparent pointer-coarse:bg-transparent"
          >
            {text.share}
          </Button>
        }
      >
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink()}>
          {text.copyLink}
        </MenuItem>
        {project.my_permission_level === 'ADMIN' && (
          <MenuItem
            icon={<KeyRound aria-hidden />}
            onSelect={() =>
              startTransition(() => {
                setAsked(true)
                setOpen(true)
              })
            }
          >
            {text.codeAndQr}
          </MenuItem>
        )}
      </Menu>
      {asked && <CodeDialog open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
