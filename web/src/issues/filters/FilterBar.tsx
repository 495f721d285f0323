import { parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import { ListFilter, Search, X } from 'lucide-react'
import { memo, type ReactNode, Suspense, startTransition, useMemo, useState } from 'react'
import { useNarrow } from '../../base/narrow.ts'
import { useAddressValue } from '../../base/navigation.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Input } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useUiText } from '../../ui/text.tsx'
import { listFilteredFields, setConditions } from '../custom-fields/custom-filter-state.ts'
import { useListText } from '../list/text.ts'
import { prefetchIssueRows } from '../list/use-issue-rows.ts'
import { useIssueText } from '../text.ts'
import { type AnyFilterField, filterFieldNames, isBuiltIn, paramsByField } from './filter-fields.ts'
import { type IssueFilterParams, parseIssueFilter } from './issue-query.ts'
import { type FilterLabels, useFilterLabels } from './use-filter-labels.ts'
import type { IssueQueryState } from './use-issue-query.ts'

/** Shown in popovers only. */
export const FilterValuePicker = lazyPart(() => import('./FilterValuePicker.tsx'))

/**
 * Search field, one chip per active filter, and the number of matching issues; on phones one row with the toolbar
 * (`children`), and below it the active filters only.
 */
export function FilterBar(props: {
  projectId: string
  query: IssueQueryState
  total: number | null
  children?: ReactNode
}) {
  const { projectId, query } = props
  const { filter, setFilter } = query
  const text = useIssueText()
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 max-sm:py-2 sm:px-6">
      <SearchField projectId={projectId} query={query} />
      <FilterChips projectId={projectId} filter={useFiltersBesideWords(filter)} onChange={setFilter} />
      {props.children}
      {(query.isFiltered || filter.q) && (
        <Button look="ghost" className="max-sm:order-1" onClick={query.clear}>
          {text.clearFilters}
        </Button>
      )}
      <p
        role="status"
        className={cx(
          'ms-auto text-13 text-text-muted tabular-nums max-sm:order-1',
          !query.isFiltered && !filter.q && 'max-sm:sr-only',
        )}
      >
        {props.total !== null && text.results(props.total)}
      </p>
    </div>
  )
}

/** longest time in which the page waits for the rows of a search, so that both are rendered together */
const ROWS_MS = 100

/** Shows each letter at once. The page follows in a transition when the rows have been read. */
function SearchField({ projectId, query }: { projectId: string; query: IssueQueryState }) {
  const text = useIssueText()
  const narrow = useNarrow()
  function search(q: string) {
    const rows = prefetchIssueRows(projectId, {
      ...query,
      filter: parseIssueFilter({ ...query.filter, q }),
    })
    startTransition(async () => {
      query.setFilter({ q })
      await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, ROWS_MS))])
    })
  }
  return (
    <Input
      type="search"
      aria-label={text.search}
      placeholder={narrow ? text.search : text.searchHint}
      icon={<Search aria-hidden />}
      value={useAddressValue('q')}
      maxLength={200}
      onChange={search}
      className="max-sm:min-w-24 max-sm:flex-1 sm:w-64"
    />
  )
}

/** The filters without the search text: the same object while only the text changes. */
function useFiltersBesideWords({ q: _words, ...others }: IssueFilterParams): IssueFilterParams {
  const key = JSON.stringify(others)
  return useMemo(() => JSON.parse(key) as IssueFilterParams, [key])
}

/** The active filters and the button to add one. Memoised: typing in the search field does not render it again. */
const FilterChips = memo(function FilterChips(props: Omit<ChipProps, 'words'>) {
  const { projectId, filter } = props
  const words = useFilterLabels(projectId, filter)
  const active: AnyFilterField[] = [
    ...filterFieldNames.filter((field) => paramsByField[field].some((name) => filter[name])),
    ...listFilteredFields(filter.custom_fields ?? ''),
  ]
  return (
    <>
      {active.map((field) => (
        <FilterChip key={field} {...props} words={words} field={field} />
      ))}
      <AddFilterButton {...props} words={words} />
    </>
  )
})

interface ChipProps {
  projectId: string
  words: FilterLabels
  filter: IssueFilterParams
  onChange: (changes: IssueFilterParams) => void
}

/** Chip of an active filter; opens a popover to change it. */
function FilterChip({ field, ...props }: ChipProps & { field: AnyFilterField }) {
  const ui = useUiText()
  const { words, filter } = props
  const name = words.name(field)
  const clear = () =>
    props.onChange(
      isBuiltIn(field)
        ? Object.fromEntries(paramsByField[field].map((each) => [each, '']))
        : { custom_fields: setConditions(filter.custom_fields ?? '', parseCustomKey(field) ?? '', {}) },
    )
  const part = 'flex h-8 items-center bg-sunken text-13 hover:bg-line pointer-coarse:h-11'
  return (
    <span className="flex max-w-full max-sm:order-1">
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
        <Suspense>
          <FilterValuePicker {...props} field={field} />
        </Suspense>
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

/** Popover that adds a filter: first find the field by its name, then choose its values. */
function AddFilterButton(props: ChipProps) {
  const text = useListText()
  const [open, setOpen] = useState(false)
  const [field, setField] = useState<AnyFilterField | null>(null)
  const [words, setWords] = useState('')
  const wanted = words.trim().toLocaleLowerCase()
  const all: AnyFilterField[] = [...filterFieldNames, ...props.words.own]
  const found = all.filter((each) => props.words.name(each).toLocaleLowerCase().includes(wanted))
  return (
    <Popover
      label={field ? props.words.name(field) : text.addFilter}
      showLabel
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) return
        setField(null)
        setWords('')
      }}
      trigger={
        <Button icon={<ListFilter aria-hidden />}>
          <span className="max-sm:sr-only">{text.addFilter}</span>
        </Button>
      }
      className={field ? '' : 'w-56'}
    >
      {field ? (
        <Suspense>
          <FilterValuePicker {...props} field={field} />
        </Suspense>
      ) : (
        <>
          <Input
            autoFocus
            type="search"
            aria-label={text.searchFilters}
            placeholder={text.searchFilters}
            icon={<Search aria-hidden />}
            value={words}
            onChange={setWords}
            onKeyDown={({ key }) => key === 'Enter' && found[0] && setField(found[0])}
            className="mb-1"
          />
          <ul className="-mx-2">
            {found.map((each) => (
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
        </>
      )}
    </Popover>
  )
}
