import { getElementFacets, type PropertyFacet } from '@plumbline/contract/bim/elements'
import type { Condition, ConditionOperator } from '@plumbline/contract/bim/elements.rules'
import type { ReplyOf } from '@plumbline/contract/http'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Input } from '../../ui/Input.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import { useElementText } from './text.ts'

export type ElementFacets = ReplyOf<typeof getElementFacets>

const operators: Record<PropertyFacet['data_type'], ConditionOperator[]> = {
  TEXT: ['~', '=', '!=', 'exists'],
  BOOLEAN: ['=', 'exists'],
  NUMBER: ['>=', '<=', '>', '<', '=', '!=', 'exists'],
  RATING: ['<', '<=', '>=', '>', '=', '!=', 'exists'],
}

const keyOf = ({ set, name }: PropertyFacet) => `${set}\n${name}`
const optionOf = (facet: PropertyFacet): Option => ({
  value: keyOf(facet),
  label: facet.set === '' ? facet.name : `${facet.name} · ${facet.set}`,
})

/** Properties to choose from: the most frequent ones, plus results of a server-side search while typing. */
function useProperties(projectId: string, facets: ElementFacets | undefined) {
  const [found, setFound] = useState(new Map<string, PropertyFacet>())
  const listed = facets?.properties ?? []
  const search = async (q: string, signal: AbortSignal) => {
    const input = { params: { id: projectId }, query: { q } }
    const { properties } = await call(getElementFacets, input, { signal })
    setFound((known) => new Map([...known, ...properties.map((each) => [keyOf(each), each] as const)]))
    return properties.map(optionOf)
  }
  const find = (key: string) => found.get(key) ?? listed.find((each) => keyOf(each) === key)
  return { options: listed.slice(0, 100).map(optionOf), search, find }
}

/** Appends the property's unit to a number typed without one. */
function withUnit(value: string, { data_type, unit }: PropertyFacet): string {
  return data_type === 'NUMBER' && unit !== '' && /^[-+]?[\d.,]+$/.test(value) ? `${value} ${unit}` : value
}

/** Form that adds a filter condition: property, comparison, value. */
export function ConditionForm(props: {
  projectId: string
  facets: ElementFacets | undefined
  onAdd: (condition: Condition) => void
}) {
  const text = useElementText()
  const properties = useProperties(props.projectId, props.facets)
  const [key, setKey] = useState<string | null>(null)
  const [chosen, setOperator] = useState<ConditionOperator | null>(null)
  const [value, setValue] = useState('')
  const facet = key === null ? undefined : properties.find(key)
  const possible = operators[facet?.data_type ?? 'TEXT']
  const op = chosen && possible.includes(chosen) ? chosen : (possible[0] ?? '=')
  const typed = value.trim()
  const ready = facet !== undefined && (op === 'exists' || typed !== '')
  const choose = (next: string | null) => {
    setKey(next)
    setOperator(null)
    setValue('')
  }
  const add = () => {
    if (!facet || !ready) return
    props.onAdd({
      set: facet.set,
      name: facet.name,
      op,
      value: op === 'exists' ? '' : withUnit(typed, facet),
    })
    choose(null)
  }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Combobox
        key={String(props.facets === undefined)}
        disabled={props.facets === undefined}
        aria-label={text.property}
        placeholder={`${text.property}: ${text.propertyHint}`}
        options={properties.options}
        search={properties.search}
        value={key}
        onChange={choose}
        className="w-full sm:w-80"
      />
      {facet && (
        <>
          <Select
            aria-label={text.operator}
            options={possible.map((each) => ({ value: each, label: text.operators[each] }))}
            value={op}
            onChange={setOperator}
            className="w-32"
          />
          {op !== 'exists' && <ValueField facet={facet} value={value} onChange={setValue} />}
          <Button
            type="submit"
            icon={<Plus aria-hidden />}
            disabled={ready ? false : text.valueHint(facet.values[0]?.value ?? '1')}
          >
            {text.addCondition}
          </Button>
        </>
      )}
    </form>
  )
}

/** Input of a condition's value, with the values found in the models as suggestions. */
function ValueField({
  facet,
  value,
  onChange,
}: {
  facet: PropertyFacet
  value: string
  onChange: (value: string) => void
}) {
  const text = useElementText()
  const list = useId()
  if (facet.data_type === 'BOOLEAN')
    return (
      <Select
        aria-label={text.value}
        options={[
          { value: 'True', label: text.yes },
          { value: 'False', label: text.no },
        ]}
        value={value === '' ? null : value}
        placeholder={text.value}
        onChange={(next) => onChange(next ?? '')}
        className="w-28"
      />
    )
  const example = facet.values[0]?.value
  return (
    <>
      <Input
        aria-label={facet.unit === '' ? text.value : `${text.value} (${facet.unit})`}
        placeholder={example === undefined ? text.value : text.valueHint(example)}
        list={list}
        value={value}
        maxLength={200}
        onChange={onChange}
        className="min-w-40 flex-1 sm:w-52 sm:flex-none"
      />
      <datalist id={list}>
        {facet.values.map((each) => (
          <option key={each.value} value={each.value} />
        ))}
      </datalist>
    </>
  )
}
