import type { BodyOf } from '@plumbline/contract/http'
import { type Project, updateProject } from '@plumbline/contract/projects/projects'
import { use, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { LanguageContext } from '../base/language.ts'
import { listTimeZoneOptions } from '../base/time-zone.ts'
import { useSendChanges } from '../base/use-send-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { listCountryOptions } from '../users/countries.ts'
import { ProjectPictureDialog } from './ProjectPictureDialog.tsx'
import { projectPictureUrl } from './picture.ts'
import { useProjectSettingsText } from './settings-text.ts'

/** Name, address, dates, units and picture of a project. */
export function ProjectGeneralSettings({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const { locale } = use(LanguageContext)
  const save = useWrite(updateProject, { onDone: () => toast.success() })
  const submit = useSendChanges<BodyOf<typeof updateProject>>(project, (body) =>
    save.send({ params: { id: project.id }, body }),
  )
  const units = (['METRIC', 'IMPERIAL'] as const).map((value) => ({ value, label: text.unitNames[value] }))
  const scopes = (['ALL', 'OWN_COMPANY'] as const).map((value) => ({ value, label: text.scopeNames[value] }))
  return (
    <Card title={text.general}>
      <Picture project={project} />
      <Form
        schema={updateProject.body}
        draft={`project.${project.id}`}
        errors={save.error?.fields}
        className="mt-4"
        onSubmit={submit}
      >
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[1fr_10rem]">
          <Field name="name" label={text.name} required>
            <Input maxLength={120} defaultValue={project.name} />
          </Field>
          <Field name="code" label={text.code} help={text.codeHelp}>
            <Input maxLength={20} autoComplete="off" defaultValue={project.code} />
          </Field>
        </div>
        <Field name="description" label={text.description}>
          <Textarea maxLength={5000} defaultValue={project.description} />
        </Field>
        <Field name="address" label={text.address}>
          <Input maxLength={300} autoComplete="street-address" defaultValue={project.address} />
        </Field>
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <Field name="country" label={text.country}>
            <Combobox options={listCountryOptions(locale)} defaultValue={project.country} />
          </Field>
          <Field name="timezone" label={text.timezone} help={text.timezoneHelp}>
            <Combobox options={listTimeZoneOptions(project.timezone)} defaultValue={project.timezone} />
          </Field>
          <Field name="start_date" label={text.start}>
            <DatePicker defaultValue={project.start_date ?? ''} />
          </Field>
          <Field name="end_date" label={text.end}>
            <DatePicker defaultValue={project.end_date ?? ''} />
          </Field>
          <Field name="units" label={text.units}>
            <Select options={units} defaultValue={project.units} />
          </Field>
        </div>
        <Field name="contributor_issue_scope" label={text.scope} help={text.scopeHelp}>
          <Select options={scopes} defaultValue={project.contributor_issue_scope} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

function Picture({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const [open, setOpen] = useState(false)
  const picture = projectPictureUrl(project)
  return (
    <div className="flex flex-wrap items-center gap-4">
      {picture && (
        <img src={picture} alt="" className="aspect-video w-40 rounded-control bg-sunken object-cover" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <p className="mb-2 text-13 text-text-muted">{text.pictureHint}</p>
        <Button onClick={() => setOpen(true)}>{text.changePicture}</Button>
      </div>
      <ProjectPictureDialog project={project} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
