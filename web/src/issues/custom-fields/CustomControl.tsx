import {
  type CustomField,
  type CustomValue,
  MAX_CUSTOM_NUMBER,
  MAX_CUSTOM_TEXT,
} from '@plumbline/contract/issues/custom-fields'
import { TickBox } from '../../ui/Checkbox.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Input } from '../../ui/Input.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { usePeople } from '../use-people.ts'
import { useCustomFieldsText } from './text.ts'

/** longer lists of choices get a search field */
const SEARCH_ABOVE = 15
const NONE = 'none'

interface ControlProps {
  projectId: string
  field: Pick<CustomField, 'kind' | 'choices'>
  value: CustomValue | null
  onChange: (value: CustomValue | null) => void
  disabled?: boolean
  /** shown while there is no value */
  placeholder?: string
  savesAtOnce?: boolean
}

/** The control of a custom field, by its kind. */
export function CustomControl(props: ControlProps) {
  const { field, value, onChange, disabled } = props
  switch (field.kind) {
    case 'TEXT':
      return (
        <Input
          className="w-full"
          disabled={disabled}
          maxLength={MAX_CUSTOM_TEXT}
          value={String(value ?? '')}
          onChange={(text) => onChange(text || null)}
        />
      )
    case 'NUMBER':
      return (
        <NumberField
          bare
          disabled={disabled}
          min={-MAX_CUSTOM_NUMBER}
          max={MAX_CUSTOM_NUMBER}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      )
    case 'DATE':
      return (
        <DatePicker
          disabled={disabled}
          value={String(value ?? '')}
          onChange={(day) => onChange(day || null)}
          className={value ? 'w-full' : 'w-full not-focus:text-text-faint'}
        />
      )
    case 'CHECKBOX':
      return (
        <span className="flex h-8 items-center px-2.5 pointer-coarse:h-11">
          <TickBox checked={value === true} onChange={(on) => onChange(on || null)} disabled={disabled} />
        </span>
      )
    case 'PERSON':
      return <PersonControl {...props} />
    case 'CHOICE':
      return <ChoiceControl {...props} />
  }
}

/** Picks one of the people who may work on issues; a stored person who no longer may is kept until changed. */
function PersonControl(props: ControlProps) {
  const { projectId, value, onChange, disabled, placeholder, savesAtOnce } = props
  const text = useCustomFieldsText()
  const { assignable, nameOf, isUnread } = usePeople(projectId)
  const isOther = value !== null && !assignable.some((person) => person.value === value)
  const other = isOther ? [{ value: String(value), label: nameOf(String(value)) ?? '…' }] : []
  return (
    <Combobox
      savesAtOnce={savesAtOnce}
      disabled={disabled}
      options={[...assignable, ...other]}
      unread={isUnread}
      placeholder={placeholder ?? text.nothing}
      value={value === null ? null : String(value)}
      onChange={onChange}
    />
  )
}

/** One of the offered choices; an archived one that the issue has is kept until it is changed. */
function ChoiceControl(props: ControlProps) {
  const { field, value, onChange, disabled, placeholder, savesAtOnce } = props
  const text = useCustomFieldsText()
  const options = field.choices
    .filter(({ id, archived }) => !archived || id === value)
    .map(({ id, name }) => ({ value: id, label: name }))
  const none = placeholder ?? text.nothing
  if (options.length > SEARCH_ABOVE)
    return (
      <Combobox
        savesAtOnce={savesAtOnce}
        disabled={disabled}
        options={options}
        placeholder={none}
        value={value === null ? null : String(value)}
        onChange={onChange}
      />
    )
  return (
    <Select
      disabled={disabled}
      options={value === null ? options : [{ value: NONE, label: none }, ...options]}
      placeholder={none}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
    />
  )
}
