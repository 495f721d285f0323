import { deleteProject, type Project } from '@plumbline/contract/projects/projects'
import { useWrite } from '../api/query.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useProjectsText } from './projects-text.ts'

/** Moves a project to the trash after its name has been typed as confirmation. */
export default function DeleteProject(props: {
  project: Project
  open: boolean
  onClose: () => void
  onDone?: () => void
}) {
  const text = useProjectsText()
  const { project } = props
  const remove = useWrite(deleteProject, {
    onDone: () => {
      toast.success({ text: text.deleted(project.name) })
      props.onClose()
      props.onDone?.()
    },
  })
  return (
    <AlertDialog
      open={props.open}
      onClose={props.onClose}
      title={text.delete}
      action={text.delete}
      onConfirm={() => remove.send({ params: { id: project.id } }).catch(() => undefined)}
      typeToConfirm={{ text: project.name, label: text.typeName(project.name) }}
    >
      {text.deleteHint}
    </AlertDialog>
  )
}
