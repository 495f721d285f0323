import {
  type FieldOf,
  getFieldSpec,
  type IssueValues,
  isFieldOf,
} from '@plumbline/contract/issues/issue-fields'
import { Input } from '../ui/Input.tsx'
import { NumberField } from '../ui/NumberField.tsx'

/** A field that needs no data other than its value. */
export type PlainField = FieldOf<'line' | 'decimal'>

/** A change of one plain field, whose control gives it a value of its kind. */
export const buildPlainChange = (field: PlainField, value: string | number | null) =>
  ({ [field]: value }) as Partial<Pick<IssueValues, PlainField>>

/** The control of a plain field: a line of text, or a number with its unit. */
export function PlainControl(props: {
  field: PlainField
  value: string | number | null
  onChange: (value: string | number | null) => void
  disabled?: boolean
}) {
  const { field, value, onChange, disabled } = props
  const { max, unit } = getFieldSpec(field)
  if (isFieldOf('decimal', field))
    return (
      <NumberField
        bare
        unit={unit}
        disabled={disabled}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    )
  return (
    <Input
      className="w-full"
      disabled={disabled}
      maxLength={max}
      value={String(value ?? '')}
      onChange={(text) => onChange(text || null)}
    />
  )
}
