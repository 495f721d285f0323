import { listDeletedProjects, restoreProject } from '@plumbline/contract/projects/projects'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { longDate } from '../users/dates.ts'
import { useProjectsText } from './projects-text.ts'

/** The deleted projects that can still be restored. */
export default function TrashDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useProjectsText()
  const { data, error, refetch } = useRead(listDeletedProjects, {}, { enabled: open })
  const restore = useWrite(restoreProject, {
    onDone: ({ name }) => toast.success({ text: text.restored(name) }),
  })
  return (
    <Dialog open={open} onClose={onClose} title={text.trash} description={text.trashHint}>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      {data?.length === 0 && <EmptyState drawing="model" title={text.trashEmpty} />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((project) => (
            <li key={project.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium [overflow-wrap:anywhere]">{project.name}</p>
                <p className="text-13 text-text-muted">
                  {project.team_name} ·{' '}
                  {text.deletedBy(project.deleted_by_name, longDate(project.deleted_at))}
                </p>
                <p className="text-13 text-text-muted">{text.goneOn(longDate(project.purged_at))}</p>
              </div>
              <Button
                aria-label={`${text.restore}: ${project.name}`}
                disabled={restore.pending}
                onClick={() => restore.run({ params: { projectId: project.id } })}
              >
                {text.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
