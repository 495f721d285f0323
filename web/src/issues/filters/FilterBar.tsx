import { ListFilter, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Input } from '../../ui/Input.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useListText } from '../list/text.ts'
import { useIssueText } from '../text.ts'
import { FilterValues } from './FilterValues.tsx'
import { type FilterField, filterFieldNames, paramsByField } from './filter-fields.ts'
import type { IssueFilterParams } from './issue-query.ts'
import { type FilterLabels, useFilterLabels } from './use-filter-labels.ts'
import type { IssueQueryState } from './use-issue-query.ts'

/** Search field, one chip per active filter, and the number of matching issues. */
export function FilterBar(props: { projectId: string; query: IssueQueryState; total: number | null }) {
  const { projectId, query } = props
  const { filter, setFilter } = query
  const text = useIssueText()
  const labels = useFilterLabels(projectId, filter)
  const active = filterFieldNames.filter((field) => paramsByField[field].some((name) => filter[name]))
  const chip = { projectId, words: labels, filter, onChange: setFilter }
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        icon={<Search aria-hidden />}
        value={filter.q ?? ''}
        maxLength={200}
        onChange={(q) => setFilter({ q })}
        className="w-full sm:w-64"
      />
      {active.map((field) => (
        <FilterChip key={field} {...chip} field={field} />
      ))}
      <AddFilterButton {...chip} />
      {(query.isFiltered || filter.q) && (
        <Button look="ghost" onClick={query.clear}>
          {text.clearFilters}
        </Button>
      )}
      <p role="status" className="ms-auto text-13 text-text-muted tabular-nums">
        {props.total !== null && text.results(props.total)}
      </p>
    </div>
  )
}

interface ChipProps {
  projectId: string
  words: FilterLabels
  filter: IssueFilterParams
  onChange: (changes: IssueFilterParams) => void
}

/** Chip of an active filter; opens a popover to change it. */
function FilterChip({ field, ...props }: ChipProps & { field: FilterField }) {
  const ui = useUiText()
  const { words, filter } = props
  const name = words.name(field)
  const clear = () => props.onChange(Object.fromEntries(paramsByField[field].map((each) => [each, ''])))
  const part = 'flex h-8 items-center bg-sunken text-13 hover:bg-line pointer-coarse:h-11'
  return (
    <span className="flex max-w-full">
      <Popover
        label={name}
        showLabel
        trigger={
          <button type="button" className={cx(part, 'min-w-0 rounded-s-control ps-2.5 pe-1.5')}>
            <span className="truncate">
              <span className="text-text-muted">{name}:</span> {words.chosen(field, filter)}
            </span>
          </button>
        }
      >
        <FilterValues {...props} field={field} />
      </Popover>
      <button
        type="button"
        aria-label={ui.remove(name)}
        onClick={clear}
        className={cx(part, 'touch-target w-7 flex-none justify-center rounded-e-control text-text-muted')}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

/** Popover that adds a filter: first choose the field, then its values. */
function AddFilterButton(props: ChipProps) {
  const text = useListText()
  const [open, setOpen] = useState(false)
  const [field, setField] = useState<FilterField | null>(null)
  return (
    <Popover
      label={field ? props.words.name(field) : text.addFilter}
      showLabel
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setField(null)
      }}
      trigger={<Button icon={<ListFilter aria-hidden />}>{text.addFilter}</Button>}
      className={field ? '' : 'w-56'}
    >
      {field ? (
        <FilterValues {...props} field={field} />
      ) : (
        <ul className="-mx-2">
          {filterFieldNames.map((each) => (
            <li key={each}>
              <button
                type="button"
                onClick={() => setField(each)}
                className="flex min-h-8 w-full items-center rounded-control px-2 text-start hover:bg-sunken pointer-coarse:min-h-11"
              >
                {props.words.name(each)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
