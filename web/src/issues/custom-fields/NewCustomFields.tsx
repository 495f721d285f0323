import type { CustomField, CustomValueChanges } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { Field } from '../../ui/Field.tsx'
import { CustomControl } from './CustomControl.tsx'
import { getNewValue } from './new-values.ts'

/** The project's custom fields in a form of a new issue. */
export function NewCustomFields(props: {
  projectId: string
  fields: readonly CustomField[]
  required?: boolean
  values: CustomValueChanges
  onChange: (values: CustomValueChanges) => void
  /** errors from outside a form by id of the field */
  errors?: Readonly<Record<string, string>>
}) {
  const { fields, values, errors } = props
  return fields.map((field) => (
    <Field
      key={field.id}
      name={errors ? undefined : buildCustomKey(field.id)}
      label={field.name}
      required={props.required}
      error={errors?.[field.id]}
    >
      <CustomControl
        projectId={props.projectId}
        field={field}
        value={getNewValue(field, values)}
        onChange={(value) => props.onChange({ ...values, [field.id]: value })}
      />
    </Field>
  ))
}
