import {
  createSection,
  deleteSection,
  listSections,
  type Project,
  type Section,
  updateSection,
} from '@plumbline/contract/projects/projects'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useProjectSettingsText } from './settings-text.ts'

/** The sections of a project, reordered with arrow buttons. */
export function SectionSettings({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const { data } = useRead(listSections, { params: { id: project.id } })
  const [editing, setEditing] = useState<Section | 'new'>()
  const [open, setOpen] = useState(false)
  const [deleting, setDoomed] = useState<Section>()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(deleteSection, { onDone: () => setAsking(false) })
  const move = useWrite(updateSection)
  const edit = (section: Section | 'new') => {
    setEditing(section)
    setOpen(true)
  }
  const moveTo = (section: Section, order: number) =>
    move.run({ params: { id: project.id, sectionId: section.id }, body: { order } })
  return (
    <Card
      title={text.sections}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => edit('new')}>
          {text.addSection}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-text-muted">{text.sectionsHint}</p>
      {!data && (
        <Skeleton>
          <SkeletonRows rows={2} />
        </Skeleton>
      )}
      {data?.length === 0 && <p className="text-text-muted">{text.noSections}</p>}
      <ol className="divide-y divide-line">
        {data?.map((section, index) => (
          <li key={section.id} className="flex items-center gap-1 py-1.5">
            <svg viewBox="0 0 12 12" aria-hidden className="me-1 size-3 flex-none">
              <circle cx="6" cy="6" r="6" fill={section.color} />
            </svg>
            <span className="min-w-0 flex-1 truncate">{section.name}</span>
            <IconButton
              name={text.moveUp(section.name)}
              icon={<ArrowUp aria-hidden />}
              disabled={index === 0}
              onClick={() => moveTo(section, index)}
            />
            <IconButton
              name={text.moveDown(section.name)}
              icon={<ArrowDown aria-hidden />}
              disabled={index === data.length - 1}
              onClick={() => moveTo(section, index + 2)}
            />
            <IconButton
              name={text.editSection(section.name)}
              icon={<Pencil aria-hidden />}
              onClick={() => edit(section)}
            />
            <IconButton
              name={text.deleteSection(section.name)}
              icon={<Trash2 aria-hidden />}
              onClick={() => {
                setDoomed(section)
                setAsking(true)
              }}
            />
          </li>
        ))}
      </ol>
      {editing && (
        <SectionDialog
          key={editing === 'new' ? 'new' : editing.id}
          projectId={project.id}
          section={editing === 'new' ? null : editing}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
      {deleting && (
        <AlertDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={text.deleteSectionTitle}
          action={text.deleteSectionTitle}
          onConfirm={() =>
            remove.send({ params: { id: project.id, sectionId: deleting.id } }).catch(() => undefined)
          }
        >
          {text.deleteSectionHint(deleting.name)}
        </AlertDialog>
      )}
    </Card>
  )
}

function SectionDialog(props: {
  projectId: string
  section: Section | null
  open: boolean
  onClose: () => void
}) {
  const text = useProjectSettingsText()
  const { section, onClose } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const options = {
    onDone: onClose,
    onError: (error: { code: string; fields: Record<string, string> }) =>
      setErrors(error.code === 'already_exists' ? { name: text.sameName } : error.fields),
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
        onSubmit={(body) =>
          section
            ? update.send({ params: { ...params, sectionId: section.id }, body })
            : create.send({ params, body })
        }
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
