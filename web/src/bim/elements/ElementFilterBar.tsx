import { type Condition, formatCondition } from '@plumbline/contract/bim/elements.rules'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { useNarrow } from '../../base/narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import type { Option } from '../../ui/Select.tsx'
import { ConditionForm, type ElementFacets } from './ConditionForm.tsx'
import { formatElementClass } from './format-element-class.ts'
import { type ElementText, useElementText } from './text.ts'
import {
  countElementFilters,
  type ElementPicker,
  elementPickers,
  type useElementFilters,
} from './use-element-search.ts'

const valuesByPicker: Record<ElementPicker, (facets: ElementFacets) => { value: string; count: number }[]> = {
  class: (facets) => facets.classes,
  type: (facets) => facets.types,
  storey: (facets) => facets.storeys,
  system: (facets) => facets.systems,
  classification: (facets) => facets.classifications,
  material: (facets) => facets.materials,
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** Options of a picker with their counts; includes the value from the URL even if no model contains it any more. */
function optionsOf(
  text: ElementText,
  picker: ElementPicker,
  facets: ElementFacets | undefined,
  picked: string | undefined,
): Option[] {
  const numbers = new Intl.NumberFormat(document.documentElement.lang)
  const named = (value: string) => (picker === 'class' ? formatElementClass(value) : value)
  const listed = facets ? [...valuesByPicker[picker](facets)] : []
  // storeys are sorted by name, all others by frequency
  if (picker === 'storey') listed.sort((a, b) => byName.compare(a.value, b.value))
  const options = listed.map(({ value, count }) => ({
    value,
    label: text.counted(named(value), numbers.format(count)),
  }))
  const known = picked === undefined || options.some(({ value }) => value === picked)
  return known ? options : [{ value: picked, label: named(picked) }, ...options]
}

/** Filter pickers and conditions; collapsed behind a button on phones. */
export function ElementFilterBar(props: {
  projectId: string
  facets: ElementFacets | undefined
  state: ReturnType<typeof useElementFilters>
}) {
  const text = useElementText()
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const { filters, pick, condition, clear } = props.state
  const active = countElementFilters(filters)
  const shown = elementPickers.filter(
    (picker) => filters.picked[picker] || !props.facets || valuesByPicker[picker](props.facets).length > 0,
  )
  return (
    <div className="px-4 py-3 sm:px-6">
      {narrow && (
        <Button
          icon={<SlidersHorizontal aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="w-full"
        >
          {text.filters(active)}
        </Button>
      )}
      {(open || !narrow) && (
        <div className="flex flex-col gap-2 max-md:pt-2">
          <div className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-6">
            {shown.map((picker) => (
              <Combobox
                // remounted when the options arrive: nothing can be typed before
                key={`${picker} ${props.facets === undefined}`}
                disabled={props.facets === undefined}
                aria-label={text[picker]}
                placeholder={text[picker]}
                options={optionsOf(text, picker, props.facets, filters.picked[picker])}
                value={filters.picked[picker] ?? null}
                onChange={(value) => pick(picker, value)}
              />
            ))}
          </div>
          <ConditionForm
            projectId={props.projectId}
            facets={props.facets}
            onAdd={(added) => condition([...filters.conditions, added])}
          />
        </div>
      )}
      {(active > 0 || filters.q !== '') && (
        <div className="flex flex-wrap items-center gap-1.5 pt-2">
          <Conditions conditions={filters.conditions} onChange={condition} />
          <Button look="ghost" size="small" onClick={clear}>
            {text.clear}
          </Button>
        </div>
      )}
    </div>
  )
}

function Conditions(props: { conditions: Condition[]; onChange: (conditions: Condition[]) => void }) {
  const text = useElementText()
  if (props.conditions.length === 0) return null
  const words = ({ name, op, value }: Condition) => `${name} ${text.operators[op]} ${value}`.trim()
  return (
    <ul aria-label={text.conditions} className="flex flex-wrap gap-1.5">
      {props.conditions.map((condition) => (
        <li
          key={formatCondition(condition)}
          title={condition.set ?? undefined}
          className="flex h-7 max-w-full items-center gap-1 rounded-mark bg-sunken ps-2 text-13 pointer-coarse:h-11"
        >
          <span className="truncate">{words(condition)}</span>
          <button
            type="button"
            aria-label={text.removeCondition(words(condition))}
            onClick={() => props.onChange(props.conditions.filter((each) => each !== condition))}
            className="touch-target grid size-6 place-items-center rounded-mark text-text-muted hover:bg-line hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
