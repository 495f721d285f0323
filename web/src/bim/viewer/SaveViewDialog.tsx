import { createView } from '@plumbline/contract/bim/views'
import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import * as z from 'zod/mini'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { useSaveView } from './SavedViewsPanel.tsx'
import { useViewerText } from './text.ts'

const schema = z.pick(createView.body, { name: true, is_shared: true })

/** Saves the current view under a name, privately or shared with the project. */
export default function SaveViewDialog({ onClose }: { onClose: () => void }) {
  const text = useViewerText()
  const project = useProject()
  const may = mayShareViews(project.my_permission_level)
  const { save, pending } = useSaveView(onClose)
  return (
    <Dialog open onClose={onClose} title={text.saveView} width="small">
      <Form
        schema={schema}
        draft={`new-view.${project.id}`}
        fixed={may ? {} : { is_shared: false }}
        onSubmit={({ name, is_shared }) => save(name, is_shared)}
      >
        <Field name="name" label={text.viewName} required>
          <Input maxLength={120} />
        </Field>
        {may ? (
          <Checkbox name="is_shared" label={text.shareView} defaultChecked />
        ) : (
          <p className="text-13 text-text-muted">{text.mayNotShare}</p>
        )}
        <DialogActions>
          <Button look="primary" type="submit" loading={pending}>
            {text.saveView}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
