import { type Project, updateProject } from '@plumbline/contract/projects/projects'
import { startTransition, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { toast } from '../ui/toast.ts'
import { useProjectSettingsText } from './settings-text.ts'

const DeleteProject = lazyPart(() => import('./DeleteProject.tsx'), { placeless: true })

/** Archives, reactivates or deletes a project. */
export function ProjectDangerZone({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const archived = project.status === 'ARCHIVED'
  const change = useWrite(updateProject, { onDone: () => toast.success() })
  return (
    <Card title={text.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="min-w-0 flex-1 basis-60 text-text-muted">
          {archived ? text.unarchiveHint : text.archiveHint}
        </p>
        <Button
          loading={change.pending}
          onClick={() =>
            change.run({ params: { id: project.id }, body: { status: archived ? 'ACTIVE' : 'ARCHIVED' } })
          }
        >
          {archived ? text.unarchive : text.archive}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <p className="min-w-0 flex-1 basis-60 text-text-muted">{text.deleteHint}</p>
        <Button
          look="danger"
          onClick={() =>
            startTransition(() => {
              setAsked(true)
              setOpen(true)
            })
          }
        >
          {text.delete}
        </Button>
      </div>
      {asked && (
        <DeleteProject
          project={project}
          open={open}
          onClose={() => setOpen(false)}
          onDone={() => navigate(paths.projects, { replace: true })}
        />
      )}
    </Card>
  )
}
