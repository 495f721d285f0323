import { removeMember } from '@plumbline/contract/access/access'
import type { Project } from '@plumbline/contract/projects/projects'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useProjectsText } from './projects-text.ts'

/** Leaves a project; only an administrator can invite the person again. */
export default function LeaveProject(props: {
  project: Project
  open: boolean
  onClose: () => void
  onDone?: () => void
}) {
  const text = useProjectsText()
  const me = useMe()
  const { project } = props
  const leave = useWrite(removeMember, {
    onDone: () => {
      toast.success({ text: text.left(project.name) })
      props.onClose()
      props.onDone?.()
    },
    onError: (error) =>
      toast.error({ text: error.code === 'last_administrator' ? text.lastAdministrator : error.message }),
  })
  return (
    <AlertDialog
      open={props.open}
      onClose={props.onClose}
      title={text.leave}
      action={text.leave}
      onConfirm={() =>
        leave.send({ params: { id: project.id, userId: me.id }, query: {} }).catch(() => undefined)
      }
    >
      {text.leaveHint(project.name)}
    </AlertDialog>
  )
}
