import {
  createSection,
  deleteSection,
  listSections,
  type Project,
  type Section,
  updateSection,
} from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { sendChanges } from '../base/pick-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { type EditDialogProps, SettingsList } from '../ui/SettingsList.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import { useProjectSettingsText } from './settings-text.ts'

/** The sections of a project, reordered with arrow buttons. */
export function SectionSettings({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const params = { id: project.id }
  const { data, error, refetch } = useRead(listSections, { params })
  const remove = useWrite(deleteSection)
  const move = useWrite(updateSection)
  return (
    <SettingsList
      title={text.sections}
      hint={text.sectionsHint}
      add={text.addSection}
      rows={data}
      loading={<LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      empty={text.noSections}
      nameOf={({ name }) => name}
      edit={text.editSection}
      remove={{
        name: text.deleteSection,
        title: text.deleteSectionTitle,
        action: text.deleteSectionTitle,
        hint: text.deleteSectionHint,
        run: ({ id }) => remove.send({ params: { ...params, sectionId: id } }),
      }}
      renderRow={({ id, name, color }, index) => (
        <>
          <svg viewBox="0 0 12 12" aria-hidden className="me-1 size-3 flex-none">
            <circle cx="6" cy="6" r="6" fill={color} />
          </svg>
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          <MoveButtons
            name={name}
            index={index}
            count={data?.length ?? 0}
            onMove={(order) => move.run({ params: { ...params, sectionId: id }, body: { order } })}
          />
        </>
      )}
      renderDialog={(dialog) => <SectionDialog projectId={project.id} {...dialog} />}
    />
  )
}

function SectionDialog(props: EditDialogProps<Section> & { projectId: string }) {
  const text = useProjectSettingsText()
  const { row: section, onClose } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const options = {
    onDone: onClose,
    onError: (error: ApiError) =>
      setErrors(
        error.code === 'already_exists' ? { name: text.sameName } : { '': error.message, ...error.fields },
      ),
  }
  const create = useWrite(createSection, options)
  const update = useWrite(updateSection, options)
  const params = { id: props.projectId }
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={section ? text.editSection(section.name) : text.addSection}
      width="small"
    >
      <Form
        schema={createSection.body}
        draft={section ? `section.${section.id}` : `new-section.${props.projectId}`}
        errors={errors}
        onSubmit={(values) => {
          if (!section) return create.send({ params, body: values })
          const at = { ...params, sectionId: section.id }
          return sendChanges(section, values, (body) => update.send({ params: at, body }), onClose)
        }}
      >
        <Field name="name" label={text.name} required>
          <Input maxLength={120} defaultValue={section?.name} />
        </Field>
        {section && (
          <Field name="color" label={text.color}>
            <Input type="color" defaultValue={section.color} className="w-20 p-0.5" />
          </Field>
        )}
        <DialogActions>
          <Button look="primary" type="submit">
            {section ? text.save : text.addSection}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
