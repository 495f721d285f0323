import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TickedValues } from '../filters/TickedValues.tsx'
import { useListText } from '../list/text.ts'
import { usePeople } from '../use-people.ts'
import { type Conditions, getConditions, setConditions } from './custom-filter-state.ts'
import { useCustomFieldsText } from './text.ts'
import { useCustomOptions } from './use-custom-options.ts'

interface ValuesProps {
  field: CustomField
  conditions: Conditions
  onChange: (conditions: Conditions) => void
}

/** Value picker of the filter by one of the project's custom fields. */
export function CustomFilterValues(props: {
  projectId: string
  field: CustomField
  filter: string
  onChange: (filter: string) => void
}) {
  const { projectId, field, filter } = props
  const picker = {
    field,
    conditions: getConditions(filter, field.id),
    onChange: (conditions: Conditions) => props.onChange(setConditions(filter, field.id, conditions)),
  }
  const isList = field.kind === 'CHOICE' || field.kind === 'PERSON' || field.kind === 'CHECKBOX'
  if (isList) return <ListValues {...picker} projectId={projectId} />
  return (
    <div className="flex flex-col gap-2">
      <Presence {...picker} />
      {field.kind === 'TEXT' ? <ContainedText {...picker} /> : <Bounds {...picker} />}
    </div>
  )
}

function ListValues({ field, conditions, onChange, projectId }: ValuesProps & { projectId: string }) {
  const text = useListText()
  const options = useCustomOptions(projectId)(field)
  const { isUnread } = usePeople(projectId)
  const isNot = conditions.not !== undefined
  const values = conditions.any ?? conditions.not ?? []
  const change = (next: string[], excluded: boolean) => onChange({ [excluded ? 'not' : 'any']: next })
  return (
    <div className="flex flex-col gap-2">
      <TickedValues
        label={field.name}
        options={options}
        values={values}
        unread={field.kind === 'PERSON' && isUnread}
        onChange={(next) => change(next, isNot)}
      />
      {values.length > 0 && (
        <div className="-mx-2 border-line border-t px-2 pt-2">
          <Checkbox label={text.allButThese} checked={isNot} onChange={(on) => change(values, on)} />
        </div>
      )}
    </div>
  )
}

/** With or without a value. */
function Presence({ field, conditions, onChange }: ValuesProps) {
  const text = useListText()
  const value = conditions.any ? 'none' : conditions.not ? 'any' : 'all'
  return (
    <RadioGroup
      label={field.name}
      value={value}
      onChange={(next) =>
        onChange(next === 'none' ? { any: ['none'] } : next === 'any' ? { not: ['none'] } : {})
      }
      options={(['any', 'none', 'all'] as const).map((each) => ({ value: each, label: text.presence[each] }))}
    />
  )
}

function Bounds({ field, conditions, onChange }: ValuesProps) {
  const text = useListText()
  const { from, to } = conditions
  const set = (test: 'from' | 'to', value: string) => {
    const { [test]: _, ...others } = { ...(from && { from }), ...(to && { to }) }
    onChange(value === '' ? others : { ...others, [test]: [value] })
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['from', 'to'] as const).map((test) => {
        const [value = ''] = conditions[test] ?? []
        return (
          <Field key={test} label={test === 'from' ? text.from : text.until}>
            {field.kind === 'DATE' ? (
              <DatePicker value={value} onChange={(day) => set(test, day)} />
            ) : (
              <NumberField
                bare
                value={value === '' ? null : Number(value)}
                onChange={(number) => set(test, number === null ? '' : String(number))}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

function ContainedText({ conditions, onChange }: ValuesProps) {
  const text = useCustomFieldsText()
  const [value = ''] = conditions.contains ?? []
  return (
    <Field label={text.contains}>
      <Input
        maxLength={200}
        value={value}
        onChange={(words) => onChange(words.trimStart() ? { contains: [words.trimStart()] } : {})}
      />
    </Field>
  )
}
