import {
  type CustomField,
  type CustomFieldKind,
  type CustomValue,
  createCustomField,
  customFieldKinds,
  updateCustomField,
} from '@plumbline/contract/issues/custom-fields'
import type { IssueValues } from '@plumbline/contract/issues/issue-fields'
import { useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { sendChanges } from '../../base/pick-changes.ts'
import { randomId } from '../../base/random-id.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { Button } from '../../ui/Button.tsx'
import { MultiCombobox } from '../../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { useTypeWords } from '../use-type-words.ts'
import { ChoiceEditor, type EditedChoice } from './ChoiceEditor.tsx'
import { CustomControl } from './CustomControl.tsx'
import { useCustomFieldsText } from './text.ts'

const findArchived = (field: CustomField | null, name: string) =>
  field?.choices.find((choice) => choice.archived && choice.name.toLowerCase() === name.trim().toLowerCase())
    ?.id

const listOffered = (field: CustomField) =>
  field.choices.filter(({ archived }) => !archived).map(({ id, name }) => ({ id, name }))

/** The definition that the dialog edits, without the name. */
function useDefinition(field: CustomField | null) {
  const [kind, setKind] = useState<CustomFieldKind>(field?.kind ?? 'TEXT')
  const [choices, setChoices] = useState<readonly EditedChoice[]>(() => {
    const offered = field ? listOffered(field) : []
    return offered.length > 0 ? offered : [{ id: randomId(), name: '' }]
  })
  const [initial, setInitial] = useState<CustomValue | null>(field?.initial ?? null)
  const [required_for, setRequired] = useState<IssueValues['type'][]>(field?.required_for ?? [])
  const named = choices.filter(({ name }) => name.trim() !== '')
  const isGone = kind === 'CHOICE' && !named.some(({ id }) => id === initial)
  return {
    kind,
    setKind(next: CustomFieldKind) {
      setKind(next)
      setInitial(null)
    },
    choices,
    setChoices,
    // a choice that was removed before is restored with its issues
    offered: named.map(({ id, name }) => ({ id: findArchived(field, name) ?? id, name, archived: false })),
    initial: isGone ? null : initial,
    setInitial,
    required_for,
    setRequired,
  }
}

/** Creates one of the project's custom fields, or changes it; its kind stays. */
export function CustomFieldDialog(props: {
  projectId: string
  field: CustomField | null
  open: boolean
  onClose: () => void
}) {
  const { projectId, onClose } = props
  const [field] = useState(props.field)
  const text = useCustomFieldsText()
  const settings = useProjectSettingsText()
  const types = useTypeWords()
  const definition = useDefinition(field)
  const { kind, offered, initial } = definition
  const [errors, setErrors] = useState<Record<string, string>>({})
  const options = {
    onDone: onClose,
    onError: (error: ApiError) =>
      setErrors(
        error.code === 'already_exists'
          ? { name: settings.sameName }
          : { '': error.message, ...error.fields },
      ),
  }
  const create = useWrite(createCustomField, options)
  const update = useWrite(updateCustomField, options)
  const body = {
    kind,
    ...(kind === 'CHOICE' ? { choices: offered.map(({ id, name }) => ({ id, name })) } : {}),
    initial,
    required_for: kind === 'CHECKBOX' ? [] : definition.required_for,
  }
  return (
    <Dialog open={props.open} onClose={onClose} title={field ? text.edit(field.name) : text.add}>
      <Form
        schema={createCustomField.body}
        draft={field ? `custom-field.${field.id}` : `new-custom-field.${projectId}`}
        fixed={body}
        errors={errors}
        onSubmit={({ name }) => {
          const params = { id: projectId }
          if (!field) return create.send({ params, body: { ...body, name } })
          const { kind: _, ...values } = body
          const at = { ...params, customFieldId: field.id }
          const before = { ...field, choices: listOffered(field) }
          const send = ({ choices, ...changes }: Partial<typeof values>) => {
            const both = choices && { choices, choices_before: before.choices }
            return update.send({ params: at, body: { ...changes, ...both } })
          }
          return sendChanges(before, { ...values, name }, send, onClose)
        }}
      >
        <Field name="name" label={text.name} required>
          <Input maxLength={60} defaultValue={field?.name} />
        </Field>
        <Field label={text.kind} help={field ? undefined : text.kindHint} className="mb-3">
          <Select
            disabled={field !== null}
            options={customFieldKinds.map((value) => ({ value, label: text.kinds[value] }))}
            value={kind}
            onChange={(next) => next && definition.setKind(next)}
          />
        </Field>
        {kind === 'CHOICE' && (
          <ChoiceEditor
            choices={definition.choices}
            onChange={definition.setChoices}
            error={errors.choices}
          />
        )}
        <Field label={text.initial} help={text.initialHint} error={errors.initial} className="mb-3">
          <CustomControl
            projectId={projectId}
            field={{ kind, choices: offered }}
            value={initial}
            onChange={definition.setInitial}
          />
        </Field>
        {kind !== 'CHECKBOX' && (
          <Field name="required_for" label={text.requiredFor} help={text.requiredHint}>
            <MultiCombobox
              options={types.listOptions(...definition.required_for)}
              value={definition.required_for}
              onChange={definition.setRequired}
            />
          </Field>
        )}
        <DialogActions>
          <Button look="primary" type="submit">
            {field ? text.save : text.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
