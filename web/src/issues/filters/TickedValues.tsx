import { Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Input } from '../../ui/Input.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useGrowingList } from '../../ui/use-growing-list.ts'
import { useListText } from '../list/text.ts'

/** longer lists of values get a search field */
const SEARCH_ABOVE = 10

/** The values of a filter as a list of checkboxes, with the number of issues of each where it is known. */
export function TickedValues(props: {
  label: string
  options: readonly { value: string; label: string }[]
  values: readonly string[]
  counts?: Partial<Record<string, number>> | null
  /** the options have not been read (yet) */
  unread?: boolean
  onChange: (values: string[]) => void
}) {
  const { options, values, counts } = props
  const text = useListText()
  const ui = useUiText()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const found = options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
  const list = useGrowingList(found.length)
  return (
    <>
      {options.length > SEARCH_ABOVE && (
        <Input
          type="search"
          aria-label={text.findValue}
          placeholder={text.findValue}
          icon={<Search aria-hidden />}
          value={typed}
          onChange={setTyped}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend */}
      <div role="group" aria-label={props.label} className="-mx-1 max-h-72 overflow-y-auto px-1">
        {found.slice(0, list.count).map(({ value, label }) => (
          <div key={value} className="flex items-start justify-between gap-2">
            <Checkbox
              label={label}
              checked={values.includes(value)}
              onChange={(on) =>
                props.onChange(on ? [...values, value] : values.filter((each) => each !== value))
              }
            />
            <span className="pt-1 text-13 text-text-muted tabular-nums">
              {counts && (counts[value] ?? '')}
            </span>
          </div>
        ))}
        <div ref={list.end} />
        {(props.unread || found.length === 0) && (
          <p role="status" className="py-1 text-text-muted">
            {props.unread ? ui.optionsUnread : ui.noResults}
          </p>
        )}
      </div>
    </>
  )
}
