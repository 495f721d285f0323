import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { CustomControl } from '../custom-fields/CustomControl.tsx'
import { useCustomFieldsText } from '../custom-fields/text.ts'
import { usePeople } from '../use-people.ts'
import { NO_VALUE } from './bulk-change.ts'

/** The new value of a custom field: typed, or chosen from its values and none. */
export function CustomBulkControl(props: {
  projectId: string
  field: CustomField
  value: string
  onChange: (value: string) => void
}) {
  const { projectId, field, value, onChange } = props
  const text = useCustomFieldsText()
  const { assignable } = usePeople(projectId)
  const none = { value: NO_VALUE, label: field.kind === 'CHECKBOX' ? text.no : text.nothing }
  switch (field.kind) {
    case 'PERSON':
      return (
        <Combobox
          options={[...assignable, none]}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'CHOICE':
    case 'CHECKBOX': {
      const choices = field.choices.filter(({ archived }) => !archived)
      const values =
        field.kind === 'CHECKBOX'
          ? [{ value: 'true', label: text.yes }]
          : choices.map(({ id, name }) => ({ value: id, label: name }))
      return (
        <Select options={[...values, none]} value={value || null} onChange={(next) => onChange(next ?? '')} />
      )
    }
    default:
      return (
        <CustomControl
          projectId={projectId}
          field={field}
          value={value === '' ? null : field.kind === 'NUMBER' ? Number(value) : value}
          onChange={(next) => onChange(String(next ?? ''))}
        />
      )
  }
}
