import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { OptionList, useLongList } from './ComboboxOptions.tsx'
import { controlBoxClass, controlFrameClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { isOneOf, isString, isStringList, useDraftValue } from './form-draft.ts'
import { keepOnEscape } from './keep-on-escape.ts'
import { type OptionSearch, useOptionSearch } from './option-search.ts'
import type { Option } from './Select.tsx'
import { useUiText } from './text.tsx'

interface Shared<V extends string> {
  /** all options, or with `search` the initial ones, which must include the selected ones */
  options: readonly Option<V>[]
  /** searches on the server; without it the options are filtered locally */
  search?: OptionSearch<V>
  /** the options have not been read (yet): the list says so, not that there are none */
  unread?: boolean
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

/** Adapts options to Base UI: values are ids, and selected ones keep their labels when a search does not return them. */
function useItems<V extends string>(props: Shared<V>) {
  const search = useOptionSearch(props.options, props.search)
  const [known, setKnown] = useState(() => new Map(props.options.map((option) => [option.value, option])))
  const missing = search.options.filter((option) => known.get(option.value) !== option)
  if (missing.length > 0)
    setKnown(new Map([...known, ...missing.map((option) => [option.value, option] as const)]))
  const items = useMemo(
    () =>
      BaseCombobox.createItems(search.options, {
        getValue: (option: Option<V>) => option.value,
        getLabel: (option: Option<V>) => option.label,
      }),
    [search.options],
  )
  const labelOf = (value: V) => known.get(value)?.label ?? value
  return { ...search, items, labelOf, long: useLongList(search.options) }
}

/**
 * A single select with a search field; with `search` the server finds the options.
 *
 *     <Field name="level_id" label="Level"><Combobox options={levels} /></Field>
 *     <Combobox aria-label="Assignee" options={recent} search={findPeople} value={id} onChange={assign} />
 */
export function Combobox<V extends string>(
  props: Shared<V> & {
    value?: V | null
    defaultValue?: V | null
    onChange?: (value: V | null) => void
    /** each change is saved: an emptied text only counts when the focus leaves, because another text may be typed */
    savesAtOnce?: boolean
  },
) {
  const text = useUiText()
  const required = useRequired()
  const search = useItems(props)
  const kept = useDraftValue<V | null>(props, props.search ? isString : isOneOf(props.options))
  const isEmptied = useRef(false)
  return (
    <BaseCombobox.Root
      {...search.long.root}
      items={search.items}
      value={props.value}
      defaultValue={kept.defaultValue ?? undefined}
      onValueChange={(value, change) => {
        if (keepOnEscape(change)) return
        isEmptied.current = props.savesAtOnce === true && change.reason === 'input-clear'
        if (!isEmptied.current) kept.onChange?.(value)
      }}
      itemToStringLabel={search.labelOf}
      filter={props.search ? null : undefined}
      onInputValueChange={(query, change) => {
        // options that load late set the chosen label again, which would overwrite the text being typed
        if (isEmptied.current && change.reason === 'none') return change.cancel()
        if (keepOnEscape(change) || change.reason !== 'input-change') return
        isEmptied.current = false
        search.setQuery(query)
      }}
      onOpenChange={(open, { reason }) => open && reason !== 'input-change' && search.begin()}
      disabled={props.disabled}
      autoHighlight
    >
      <BaseCombobox.InputGroup className={cx('relative', props.className)}>
        <BaseCombobox.Input
          {...required}
          aria-label={props['aria-label']}
          placeholder={props.placeholder}
          onBlur={() => {
            if (isEmptied.current) kept.onChange?.(null)
            isEmptied.current = false
          }}
          className={cx(controlBoxClass, 'w-full pe-14 pointer-coarse:pe-22')}
        />
        <span className="absolute inset-y-0 end-1 flex items-center text-text-muted pointer-coarse:end-0">
          <BaseCombobox.Clear
            aria-label={text.clear}
            className="grid size-6 place-items-center rounded-mark hover:bg-sunken hover:text-text pointer-coarse:size-11"
          >
            <X aria-hidden />
          </BaseCombobox.Clear>
          <BaseCombobox.Trigger
            aria-label={text.showOptions}
            className="grid size-6 place-items-center pointer-coarse:size-11"
          >
            <ChevronDown aria-hidden />
          </BaseCombobox.Trigger>
        </span>
      </BaseCombobox.InputGroup>
      <OptionList
        waiting={search.waiting}
        failed={search.failed}
        unread={props.unread}
        {...search.long.list}
      />
    </BaseCombobox.Root>
  )
}

/** selected values that are shown before "more" is pressed */
const SHOWN_CHIPS = 30

/**
 * A multi-select with a search field that shows the selection as chips. Backspace removes the last one.
 *
 *     <Field name="labels" label="Labels"><MultiCombobox options={labels} defaultValue={issue.labels} /></Field>
 */
export function MultiCombobox<V extends string>(
  props: Shared<V> & { value?: readonly V[]; defaultValue?: readonly V[]; onChange?: (value: V[]) => void },
) {
  const text = useUiText()
  const required = useRequired()
  const search = useItems(props)
  const { value, defaultValue, onChange } = props
  const [areAllShown, setAllShown] = useState(false)
  const kept = useDraftValue<readonly V[]>(
    { value, defaultValue, onChange: onChange && ((values) => onChange([...values])) },
    isStringList,
  )
  return (
    <BaseCombobox.Root
      {...search.long.root}
      multiple
      items={search.items}
      value={props.value}
      defaultValue={kept.defaultValue}
      onValueChange={(values, change) => !keepOnEscape(change) && kept.onChange?.(values)}
      itemToStringLabel={search.labelOf}
      filter={props.search ? null : undefined}
      onInputValueChange={(query, change) =>
        !keepOnEscape(change) && change.reason === 'input-change' && search.setQuery(query)
      }
      onOpenChange={(open, { reason }) => open && reason !== 'input-change' && search.begin()}
      disabled={props.disabled}
      autoHighlight
    >
      <BaseCombobox.InputGroup
        className={cx(
          controlFrameClass,
          'flex min-h-8 flex-wrap items-center p-0.5 focus-within:outline-2 focus-within:outline-focus pointer-coarse:min-h-11',
          props.className,
        )}
      >
        <BaseCombobox.Value>
          {(values: V[]) => (
            <BaseCombobox.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-0.5">
              {(areAllShown ? values : values.slice(0, SHOWN_CHIPS)).map((value) => (
                <BaseCombobox.Chip
                  key={value}
                  aria-label={search.labelOf(value)}
                  className="flex h-6.5 max-w-full items-center gap-1 rounded-mark bg-sunken ps-2 text-13 outline-none focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:h-9"
                >
                  <span className="truncate">{search.labelOf(value)}</span>
                  <BaseCombobox.ChipRemove
                    aria-label={text.remove(search.labelOf(value))}
                    className="touch-target grid size-6 place-items-center rounded-mark text-text-muted hover:bg-line hover:text-text"
                  >
                    <X aria-hidden className="size-3.5" />
                  </BaseCombobox.ChipRemove>
                </BaseCombobox.Chip>
              ))}
              {!areAllShown && values.length > SHOWN_CHIPS && (
                <button
                  type="button"
                  onClick={() => setAllShown(true)}
                  className="h-6.5 rounded-mark px-2 text-13 text-text-muted hover:bg-sunken hover:text-text pointer-coarse:h-9"
                >
                  {text.showMore(values.length - SHOWN_CHIPS)}
                </button>
              )}
              <BaseCombobox.Input
                {...required}
                onKeyDown={(event) => {
                  // Backspace would remove a value that is not shown
                  if (event.key !== 'Backspace' || areAllShown || values.length <= SHOWN_CHIPS) return
                  if (event.currentTarget.value !== '') return
                  event.preventBaseUIHandler()
                  setAllShown(true)
                }}
                aria-label={props['aria-label']}
                placeholder={values.length > 0 ? undefined : props.placeholder}
                className="h-6.5 min-w-16 flex-1 bg-transparent px-2 outline-none"
              />
            </BaseCombobox.Chips>
          )}
        </BaseCombobox.Value>
      </BaseCombobox.InputGroup>
      <OptionList
        waiting={search.waiting}
        failed={search.failed}
        unread={props.unread}
        {...search.long.list}
      />
    </BaseCombobox.Root>
  )
}
