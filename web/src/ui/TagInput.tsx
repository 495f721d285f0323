import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { cutText } from '@plumbline/contract/characters'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { controlFrameClass, floatingClass, optionClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { isStringList, useDraftValue } from './form-draft.ts'
import { keepOnEscape } from './keep-on-escape.ts'
import { limitCharacters } from './limit-characters.ts'
import { useUiText } from './text.tsx'

/** longest tag in characters */
const LONGEST = 60

/** Suggestions for the typed text; a new tag comes last, unless a known one differs only in case. */
export function suggestTags(known: readonly string[], chosen: readonly string[], typed: string): string[] {
  const words = cutText(typed.trim(), LONGEST)
  const lower = words.toLocaleLowerCase()
  const found = known.filter((tag) => !chosen.includes(tag) && tag.toLocaleLowerCase().includes(lower))
  const exists = [...known, ...chosen].some((tag) => tag.toLocaleLowerCase() === lower)
  return words === '' || exists ? found : [...found, words]
}

/** The tag that a typed text means: a known one that differs only in case, or a new one; null if it is chosen already. */
export function findTag(known: readonly string[], chosen: readonly string[], typed: string): string | null {
  const words = cutText(typed.trim(), LONGEST)
  const isTyped = (tag: string) => tag.toLocaleLowerCase() === words.toLocaleLowerCase()
  return words === '' || chosen.some(isTyped) ? null : (known.find(isTyped) ?? words)
}

/**
 * A chip input for free tags, with suggestions from the tags in use. What is typed becomes a tag also when the focus leaves.
 *
 *     <Field label="Labels"><TagInput known={labels} value={issue.labels} onChange={save} /></Field>
 */
export function TagInput(props: {
  known: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}) {
  const text = useUiText()
  const [typed, setTyped] = useState('')
  const items = suggestTags(props.known, props.value, typed)
  const { value, onChange } = props
  const kept = useDraftValue<readonly string[]>(
    { value, onChange: (values) => onChange([...values]) },
    isStringList,
  )
  function add(values: string[]) {
    setTyped('')
    kept.onChange?.(values)
  }
  function addTyped() {
    const tag = findTag(props.known, props.value, typed)
    if (tag !== null) add([...props.value, tag])
  }
  return (
    <BaseCombobox.Root
      multiple
      items={items}
      filter={null}
      value={[...props.value]}
      onValueChange={(values, change) => !keepOnEscape(change) && add(values)}
      inputValue={typed}
      onInputValueChange={(text, change) => !keepOnEscape(change) && setTyped(text)}
      // a closing list empties the field
      onOpenChange={(open, { reason }) =>
        !open && reason !== 'escape-key' && reason !== 'item-press' && addTyped()
      }
      disabled={props.disabled}
      autoHighlight
    >
      <BaseCombobox.InputGroup
        className={cx(
          controlFrameClass,
          'flex min-h-8 flex-wrap items-center p-0.5 focus-within:outline-2 focus-within:outline-focus pointer-coarse:min-h-11',
        )}
      >
        <BaseCombobox.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-0.5">
          {props.value.map((tag) => (
            <BaseCombobox.Chip
              key={tag}
              aria-label={tag}
              className="flex h-6.5 max-w-full items-center gap-1 rounded-mark bg-sunken ps-2 text-13 outline-none focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:h-9"
            >
              <span className="truncate">{tag}</span>
              <BaseCombobox.ChipRemove
                aria-label={text.remove(tag)}
                className="touch-target grid size-6 place-items-center rounded-mark text-text-muted hover:bg-line hover:text-text"
              >
                <X aria-hidden className="size-3.5" />
              </BaseCombobox.ChipRemove>
            </BaseCombobox.Chip>
          ))}
          <BaseCombobox.Input
            aria-label={props['aria-label']}
            placeholder={props.value.length > 0 ? undefined : props.placeholder}
            {...limitCharacters(LONGEST)}
            className="h-6.5 min-w-16 flex-1 bg-transparent px-2 outline-none"
          />
        </BaseCombobox.Chips>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} align="start" className="z-50">
          <BaseCombobox.Popup
            className={cx(
              floatingClass,
              'max-h-[min(20rem,var(--available-height))] w-(--anchor-width) max-w-(--available-width) overflow-y-auto p-1',
            )}
          >
            <BaseCombobox.Empty className="px-2 py-1.5 text-text-muted empty:p-0">
              {text.noResults}
            </BaseCombobox.Empty>
            <BaseCombobox.List>
              {(tag: string) => (
                <BaseCombobox.Item key={tag} value={tag} className={optionClass}>
                  {!props.known.includes(tag) && <Plus aria-hidden className="text-text-muted" />}
                  <span className="min-w-0 truncate">{tag}</span>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}
