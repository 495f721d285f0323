import type { BodyOf } from '@plumbline/contract/http'
import { createProject, setProjectPicture } from '@plumbline/contract/projects/projects'
import { Suspense, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { uploadFile } from '../api/upload.ts'
import { useProjectOptions } from '../api/use-projects.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { readTimeZone } from '../base/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { toast } from '../ui/toast.ts'
import { useIsShown } from '../ui/use-is-shown.ts'
import { ChoosePicture } from './ChoosePicture.tsx'
import { useProjectsText } from './projects-text.ts'

const LimitHint = lazyPart(() => import('../billing/LimitHint.tsx'))

/** Creates a project; requires only the name, and opens its models page for the first upload. */
export default function NewProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useProjectsText()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<File | null>(null)
  const templates = useProjectOptions(({ name, team_name }) => `${name} · ${team_name}`)
  const create = useWrite(createProject)
  const isShown = useIsShown()
  async function make(body: BodyOf<typeof createProject>) {
    // a template has its own time zone
    const zone = body.template_id ? {} : { timezone: readTimeZone() }
    const { id } = await create.send({ body: { ...zone, ...body } })
    if (picture) await sendPicture(id, picture, text.pictureFailed)
    onClose()
    // a person who opened another page in the meantime stays there
    if (isShown.current) navigate(paths.models(id))
  }
  return (
    <Dialog open={open} onClose={onClose} title={text.newProject}>
      <Suspense>
        <LimitHint teamId={storage.teamId() ?? ''} projects={1} />
      </Suspense>
      <Form schema={createProject.body} draft="new-project" errors={create.error?.fields} onSubmit={make}>
        <Field name="name" label={text.name} required>
          <Input maxLength={120} />
        </Field>
        <Field name="code" label={text.code} help={text.codeHelp}>
          <Input maxLength={20} autoComplete="off" />
        </Field>
        <Field name="address" label={text.address}>
          <Input maxLength={300} autoComplete="street-address" />
        </Field>
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <Field name="start_date" label={text.start}>
            <DatePicker />
          </Field>
          <Field name="end_date" label={text.end}>
            <DatePicker />
          </Field>
        </div>
        {templates.options.length > 0 && (
          <Field name="template_id" label={text.template} help={text.templateHelp}>
            <Combobox {...templates} placeholder={text.noTemplate} />
          </Field>
        )}
        <ChoosePicture picture={picture} onChange={setPicture} />
        <DialogActions>
          <Button look="primary" type="submit">
            {text.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Uploads the picture of a created project. A failure only shows a message: the project exists anyway. */
async function sendPicture(id: string, file: File, problem: string) {
  try {
    await uploadFile(setProjectPicture, { params: { id }, file }, () => undefined)
  } catch {
    toast.error({ text: problem })
  }
}
