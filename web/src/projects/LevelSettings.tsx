import {
  createLevel,
  deleteLevel,
  type Level,
  listLevels,
  type Project,
  updateLevel,
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
import { NumberField } from '../ui/NumberField.tsx'
import { type EditDialogProps, SettingsList } from '../ui/SettingsList.tsx'
import { useUiText } from '../ui/text.tsx'
import { useProjectSettingsText } from './settings-text.ts'

/** The levels of a project by elevation, highest first. */
export function LevelSettings({ project }: { project: Project }) {
  const text = useProjectSettingsText()
  const { locale } = useUiText()
  const params = { id: project.id }
  const { data, error, refetch } = useRead(listLevels, { params })
  const remove = useWrite(deleteLevel)
  const metres = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    signDisplay: 'exceptZero',
  })
  return (
    <SettingsList
      title={text.levels}
      hint={text.levelsHint}
      add={text.addLevel}
      rows={data?.toReversed()}
      loading={<LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      empty={text.noLevels}
      nameOf={({ name }) => name}
      edit={text.editLevel}
      remove={{
        name: text.deleteLevel,
        title: text.deleteLevelTitle,
        action: text.deleteLevelTitle,
        hint: text.deleteLevelHint,
        run: ({ id }) => remove.send({ params: { ...params, levelId: id } }),
      }}
      renderRow={(level) => (
        <>
          <span className="min-w-0 flex-1 wrap-anywhere">{level.name}</span>
          <span className="me-1 text-text-muted tabular-nums">{metres.format(level.elevation_m)} m</span>
        </>
      )}
      renderDialog={(dialog) => <LevelDialog projectId={project.id} {...dialog} />}
    />
  )
}

function LevelDialog(props: EditDialogProps<Level> & { projectId: string }) {
  const text = useProjectSettingsText()
  const { row: level, onClose } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const options = {
    onDone: onClose,
    onError: (error: ApiError) =>
      setErrors(
        error.code === 'already_exists' ? { name: text.sameName } : { '': error.message, ...error.fields },
      ),
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
        onSubmit={(values) => {
          if (!level) return create.send({ params, body: values })
          const at = { ...params, levelId: level.id }
          return sendChanges(level, values, (body) => update.send({ params: at, body }), onClose)
        }}
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
