import { createProject } from '@plumbline/contract/projects'
import { useWrite } from '../api/query.ts'
import { useNavigate } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { useProjectsText } from './projects-text.ts'

/** Only the name is needed; the new project opens where its first model can be dropped. */
export default function NewProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useProjectsText()
  const navigate = useNavigate()
  const create = useWrite(createProject, {
    onDone: ({ id }) => {
      onClose()
      navigate(paths.models(id))
    },
  })
  return (
    <Dialog open={open} onClose={onClose} title={text.newProject}>
      <Form
        schema={createProject.body}
        errors={create.error?.fields}
        onSubmit={(body) => create.send({ body })}
      >
        <Field name="name" label={text.name} required>
          <Input maxLength={120} />
        </Field>
        <Field name="code" label={text.code} help={text.codeHelp}>
          <Input maxLength={20} autoComplete="off" />
        </Field>
        <Field name="address" label={text.address}>
          <Input maxLength={300} autoComplete="street-address" />
        </Field>
        <div className="grid gap-x-3 sm:grid-cols-2">
          <Field name="start_date" label={text.start}>
            <DatePicker />
          </Field>
          <Field name="end_date" label={text.end}>
            <DatePicker />
          </Field>
        </div>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
