import {
  createLevel,
  deleteLevel,
  type Level,
  listLevels,
  type Project,
  updateLevel,
} from '@plumbline/contract/projects/projects'
import { Pencil, Plus, Trash2 } from 'lucide-react'
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
import { NumberField } from '../ui/NumberField.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useUiText } from '../ui/text.tsx'
import { useProjectSettingsText } from './settings-text.ts'

/** The levels of a project by elevation, highest first. */
export function LevelSettings({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const { locale } = useUiText()
  const { data } = useRead(listLevels, { params: { id: project.id } })
  const [editing, setEditing] = useState<Level | 'new'>()
  const [open, setOpen] = useState(false)
  const [deleting, setDoomed] = useState<Level>()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(deleteLevel, { onDone: () => setAsking(false) })
  const metres = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    signDisplay: 'exceptZero',
  })
  const edit = (level: Level | 'new') => {
    setEditing(level)
    setOpen(true)
  }
  return (
    <Card
      title={text.levels}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => edit('new')}>
          {text.addLevel}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-text-muted">{text.levelsHint}</p>
      {!data && (
        <Skeleton>
          <SkeletonRows rows={3} />
        </Skeleton>
      )}
      {data?.length === 0 && <p className="text-text-muted">{text.noLevels}</p>}
      <ul className="divide-y divide-line">
        {data?.toReversed().map((level) => (
          <li key={level.id} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1 truncate">{level.name}</span>
            <span className="text-text-muted tabular-nums">{metres.format(level.elevation_m)} m</span>
            <IconButton
              name={text.editLevel(level.name)}
              icon={<Pencil aria-hidden />}
              onClick={() => edit(level)}
            />
            <IconButton
              name={text.deleteLevel(level.name)}
              icon={<Trash2 aria-hidden />}
              onClick={() => {
                setDoomed(level)
                setAsking(true)
              }}
            />
          </li>
        ))}
      </ul>
      {editing && (
        <LevelDialog
          key={editing === 'new' ? 'new' : editing.id}
          projectId={project.id}
          level={editing === 'new' ? null : editing}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
      {deleting && (
        <AlertDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={text.deleteLevelTitle}
          action={text.deleteLevelTitle}
          onConfirm={() =>
            remove.send({ params: { id: project.id, levelId: deleting.id } }).catch(() => undefined)
          }
        >
          {text.deleteLevelHint(deleting.name)}
        </AlertDialog>
      )}
    </Card>
  )
}

function LevelDialog(props: { projectId: string; level: Level | null; open: boolean; onClose: () => void }) {
  const text = useProjectSettingsText()
  const { level, onClose } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const options = {
    onDone: onClose,
    onError: (error: { code: string; fields: Record<string, string> }) =>
      setErrors(error.code === 'already_exists' ? { name: text.sameName } : error.fields),
  }
  const create = useWrite(createLevel, options)
  const update = useWrite(updateLevel, options)
  const params = { id: props.projectId }
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={level ? text.editLevel(level.name) : text.addLevel}
      width="small"
    >
      <Form
        schema={createLevel.body}
        draft={level ? `level.${level.id}` : `new-level.${props.projectId}`}
        errors={errors}
        onSubmit={(body) =>
          level
            ? update.send({ params: { ...params, levelId: level.id }, body })
            : create.send({ params, body })
        }
      >
        <Field name="name" label={text.name} required>
          <Input maxLength={120} defaultValue={level?.name} />
        </Field>
        <Field name="elevation_m" label={text.elevation} required>
          <NumberField unit="m" step={0.1} defaultValue={level?.elevation_m} />
        </Field>
        <DialogActions>
          <Button look="primary" type="submit">
            {level ? text.save : text.addLevel}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
