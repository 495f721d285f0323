import { decimalPresence, dueFilters, getDecimalFilter } from '@plumbline/contract/issues/filter'
import { buildRecord, type FieldOf, getFieldSpec, isFieldOf } from '@plumbline/contract/issues/issue-fields'
import { getIssueStat } from '@plumbline/contract/issues/lists'
import { useRead } from '../../api/query.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { useListText } from '../list/text.ts'
import {
  type DayFilterField,
  dayFilterParams,
  type FilterField,
  isDayField,
  isListField,
  type ListFilterField,
  listFilterParams,
  paramsByField,
} from './filter-fields.ts'
import {
  formatLabels,
  type IssueFilterParams,
  listNegated,
  parseFilterValues,
  parseLabels,
  setNegated,
} from './issue-query.ts'
import { TickedValues } from './TickedValues.tsx'
import { countsByField, type FilterLabels } from './use-filter-labels.ts'

interface ValuesProps {
  projectId: string
  filter: IssueFilterParams
  words: FilterLabels
  onChange: (changes: IssueFilterParams) => void
}

/** Value picker of one filter field; each choice is applied immediately. */
export function FilterValues({ field, ...props }: ValuesProps & { field: FilterField }) {
  if (isListField(field)) return <ListValues {...props} field={field} />
  if (isDayField(field)) return <DayValues {...props} field={field} />
  if (isFieldOf('decimal', field)) return <DecimalValues {...props} field={field} />
  return <WordValue {...props} field={field} />
}

/** Number of issues per value, computed with all other filters applied. */
function useValueCounts({ projectId, filter, field }: ValuesProps & { field: ListFilterField }) {
  const others = { ...filter }
  for (const name of paramsByField[field]) delete others[name]
  const count = countsByField[field]
  const { data } = useRead(
    getIssueStat,
    { params: { id: projectId }, query: { ...others, weeks: 1 } as never },
    { enabled: count !== undefined, keepPrevious: true, silent: true },
  )
  return data && count ? count(data) : null
}

function ListValues(props: ValuesProps & { field: ListFilterField }) {
  const { field, filter, words, onChange } = props
  const text = useListText()
  const counts = useValueCounts(props)
  const name = listFilterParams[field]
  const values = field === 'label' ? parseLabels(filter) : parseFilterValues(filter, name)
  const options = words.options[field].filter(
    ({ value }) => words.isOffered(field, value) || values.includes(value) || (counts?.[value] ?? 0) > 0,
  )
  return (
    <div className="flex flex-col gap-2">
      <TickedValues
        label={words.name(field)}
        options={options}
        values={values}
        counts={counts}
        unread={words.isUnread(field)}
        onChange={(next) => onChange({ [name]: field === 'label' ? formatLabels(next) : next.join(',') })}
      />
      {values.length > 0 && (
        <div className="-mx-2 border-line border-t px-2 pt-2">
          <Checkbox
            label={text.allButThese}
            checked={listNegated(filter).includes(name)}
            onChange={(on) => onChange({ not: setNegated(filter, name, on) })}
          />
        </div>
      )}
    </div>
  )
}

function DayValues({ field, filter, onChange }: ValuesProps & { field: DayFilterField }) {
  const text = useListText()
  const [from, to] = dayFilterParams[field]
  return (
    <div className="flex flex-col gap-2">
      {field === 'due' && (
        <RadioGroup
          label={text.fields.due}
          value={filter.due ?? ''}
          onChange={(due) => onChange({ due, due_from: '', due_to: '' })}
          options={[
            ...dueFilters.map((value) => ({ value: value as string, label: text.due[value] })),
            { value: '', label: text.due.any },
          ]}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Field label={text.from}>
          <DatePicker
            value={filter[from] ?? ''}
            onChange={(day) => onChange({ [from]: day, ...(field === 'due' ? { due: '' } : {}) })}
          />
        </Field>
        <Field label={text.until}>
          <DatePicker
            value={filter[to] ?? ''}
            onChange={(day) => onChange({ [to]: day, ...(field === 'due' ? { due: '' } : {}) })}
          />
        </Field>
      </div>
    </div>
  )
}

/** With or without a number, or the bounds of its range. */
function DecimalValues({ field, filter, words, onChange }: ValuesProps & { field: FieldOf<'decimal'> }) {
  const text = useListText()
  const [presence, ...bounds] = getDecimalFilter(field)
  const labels = [text.from, text.until]
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={words.name(field)}
        value={filter[presence] ?? ''}
        onChange={(value) => onChange({ [presence]: value, ...buildRecord(bounds, () => '') })}
        options={[
          ...decimalPresence.map((value) => ({ value: value as string, label: text.presence[value] })),
          { value: '', label: text.presence.all },
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        {bounds.map((bound, index) => (
          <Field key={bound} label={labels[index] ?? ''}>
            <NumberField
              bare
              min={0}
              unit={getFieldSpec(field).unit}
              value={filter[bound] ? Number(filter[bound]) : null}
              onChange={(value) => onChange({ [bound]: value === null ? '' : String(value), [presence]: '' })}
            />
          </Field>
        ))}
      </div>
    </div>
  )
}

type WordField = 'number' | FieldOf<'line'>

function WordValue({ field, filter, words, onChange }: ValuesProps & { field: WordField }) {
  const text = useListText()
  return (
    <Field label={words.name(field)} help={field === 'number' ? text.numbersHint : undefined}>
      <Input value={filter[field] ?? ''} onChange={(value) => onChange({ [field]: value.trimStart() })} />
    </Field>
  )
}
