import { type CustomField, updateCustomField } from '@plumbline/contract/issues/custom-fields'
import type { Project } from '@plumbline/contract/projects/projects'
import { Archive, ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { toastError, useWrite } from '../../api/query.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTypeWords } from '../use-type-words.ts'
import { CustomFieldDialog } from './CustomFieldDialog.tsx'
import { useCustomFieldsText } from './text.ts'
import { useCustomFields } from './use-custom-fields.ts'

/** The project's own fields, reordered with arrow buttons; archived ones below. */
export function CustomFieldSettings({ project }: { project: Project }) {
  const text = useCustomFieldsText()
  const { isRead, offered, byId } = useCustomFields(project.id)
  const [editing, setEditing] = useState<CustomField | 'new'>()
  const [open, setOpen] = useState(false)
  // another dialog each time: one for a new field begins without the values of the last
  const [opened, setOpened] = useState(0)
  const [archiving, setArchiving] = useState<CustomField>()
  const [asking, setAsking] = useState(false)
  const change = useWrite(updateCustomField, { onError: toastError })
  const archived = [...byId.values()].filter((field) => field.archived)
  const edit = (field: CustomField | 'new') => {
    setEditing(field)
    setOpened(opened + 1)
    setOpen(true)
  }
  const at = ({ id }: CustomField) => ({ id: project.id, customFieldId: id })
  return (
    <Card
      title={text.title}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => edit('new')}>
          {text.add}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-text-muted">{text.hint}</p>
      {!isRead && (
        <Skeleton>
          <SkeletonRows rows={2} />
        </Skeleton>
      )}
      {isRead && offered.length === 0 && <p className="text-text-muted">{text.none}</p>}
      <ol className="divide-y divide-line">
        {offered.map((field, index) => (
          <FieldRow
            key={field.id}
            field={field}
            isFirst={index === 0}
            isLast={index === offered.length - 1}
            onMove={(by) => change.run({ params: at(field), body: { order: index + 1 + by } })}
            onEdit={() => edit(field)}
            onArchive={() => {
              setArchiving(field)
              setAsking(true)
            }}
          />
        ))}
      </ol>
      {archived.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-mark py-1.5 text-13 text-text-muted pointer-coarse:py-3">
            {text.archived(archived.length)}
          </summary>
          <ul className="divide-y divide-line">
            {archived.map((field) => (
              <li key={field.id} className="flex items-center gap-2 py-1.5 text-text-muted">
                <span className="min-w-0 flex-1 truncate">{field.name}</span>
                <Button
                  size="small"
                  aria-label={text.restore(field.name)}
                  onClick={() => change.run({ params: at(field), body: { archived: false } })}
                >
                  {text.restoreShort}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {editing && (
        <CustomFieldDialog
          key={opened}
          projectId={project.id}
          field={editing === 'new' ? null : (byId.get(editing.id) ?? editing)}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
      {archiving && (
        <AlertDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={text.archiveTitle}
          action={text.archiveTitle}
          onConfirm={() =>
            change
              .send({ params: at(archiving), body: { archived: true } })
              .then(() => setAsking(false))
              .catch(() => undefined)
          }
        >
          {text.archiveHint(archiving.name)}
        </AlertDialog>
      )}
    </Card>
  )
}

function FieldRow(props: {
  field: CustomField
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onArchive: () => void
}) {
  const { field } = props
  const text = useCustomFieldsText()
  const moves = useProjectSettingsText()
  const types = useTypeWords().names
  const required = field.required_for.map((type) => types[type]).join(', ')
  return (
    <li className="flex items-center gap-1 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate">{field.name}</p>
        <p className="text-13 text-text-muted">
          {[text.kinds[field.kind], required && text.required(required)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <IconButton
        name={moves.moveUp(field.name)}
        icon={<ArrowUp aria-hidden />}
        disabled={props.isFirst}
        onClick={() => props.onMove(-1)}
      />
      <IconButton
        name={moves.moveDown(field.name)}
        icon={<ArrowDown aria-hidden />}
        disabled={props.isLast}
        onClick={() => props.onMove(1)}
      />
      <IconButton name={text.edit(field.name)} icon={<Pencil aria-hidden />} onClick={props.onEdit} />
      <IconButton name={text.archive(field.name)} icon={<Archive aria-hidden />} onClick={props.onArchive} />
    </li>
  )
}
