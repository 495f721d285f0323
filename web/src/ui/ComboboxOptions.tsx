import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { floatingClass, optionClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { rowHeight } from './row-height.ts'
import type { Option } from './Select.tsx'
import { useUiText } from './text.tsx'

/** The options of the comboboxes: lists of more than `MAX_RENDERED` render only the options in view. */

const MAX_RENDERED = 60

/** Shows an option that the keyboard moves to and that is not rendered. */
type ShowOption = (index: number, reason: string) => void

/** The props of Base UI's root for its list of options. */
export function useLongList(options: readonly unknown[]) {
  const show = useRef<ShowOption>(null)
  const isLong = options.length > MAX_RENDERED
  const root = {
    virtualized: isLong,
    onItemHighlighted: (_: unknown, { index, reason }: { index: number; reason: string }) =>
      show.current?.(index, reason),
  }
  return { root, list: { isLong, show } }
}

interface OptionListProps {
  waiting: boolean
  failed: boolean
  unread?: boolean
  isLong: boolean
  show: Ref<ShowOption>
}

export function OptionList(props: OptionListProps) {
  const text = useUiText()
  const status = props.waiting
    ? text.loading
    : props.failed
      ? text.searchFailed
      : props.unread
        ? text.optionsUnread
        : null
  return (
    <BaseCombobox.Portal>
      <BaseCombobox.Positioner sideOffset={4} align="start" className="z-50">
        <BaseCombobox.Popup
          aria-busy={props.waiting || undefined}
          className={cx(
            floatingClass,
            'flex max-h-[min(20rem,var(--available-height))] w-(--anchor-width) max-w-(--available-width) flex-col overflow-hidden',
          )}
        >
          <BaseCombobox.Status className={status ? 'px-3 pt-2.5 pb-1.5 text-13 text-text-muted' : undefined}>
            {status}
          </BaseCombobox.Status>
          <BaseCombobox.Empty className="px-3 py-2.5 text-text-muted empty:p-0">
            {status ? null : text.noResults}
          </BaseCombobox.Empty>
          {props.isLong ? (
            <LongList show={props.show} />
          ) : (
            <BaseCombobox.List className={listClass}>
              {(option: Option, index: number) => (
                <OptionItem key={option.value} option={option} index={index} />
              )}
            </BaseCombobox.List>
          )}
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  )
}

const listClass = 'min-h-0 overflow-y-auto p-1 empty:p-0'

function LongList({ show }: { show: Ref<ShowOption> }) {
  const options = BaseCombobox.useFilteredItems<Option>()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(32),
    getItemKey: (index) => options[index]?.value ?? index,
    overscan: 10,
  })
  useImperativeHandle(show, () => (index, reason) => {
    const isEdge = index === 0 || index === options.length - 1
    // a move by one finds its option rendered, and Base UI scrolls to it
    if (index >= 0 && (reason === 'none' || (reason === 'keyboard' && isEdge)))
      queueMicrotask(() => virtual.scrollToIndex(index))
  })
  return (
    <BaseCombobox.List ref={scroller} className={listClass}>
      {options.length > 0 && (
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const option = options[index]
            return (
              option && (
                <OptionItem
                  key={key}
                  ref={virtual.measureElement}
                  option={option}
                  index={index}
                  of={options.length}
                  top={start}
                />
              )
            )
          })}
        </div>
      )}
    </BaseCombobox.List>
  )
}

function OptionItem(props: {
  option: Option
  index: number
  /** length of the list, if not all options are rendered */
  of?: number
  /** distance from the start of such a list */
  top?: number
  ref?: Ref<HTMLDivElement>
}) {
  const { option, index, of, top } = props
  return (
    <BaseCombobox.Item
      ref={props.ref}
      value={option.value}
      index={index}
      disabled={option.disabled}
      data-index={index}
      aria-setsize={of}
      aria-posinset={of && index + 1}
      className={cx(optionClass, 'pe-8', top !== undefined && 'absolute! inset-x-0')}
      style={{ top }}
    >
      {option.icon}
      <span className="min-w-0 truncate">{option.label}</span>
      <BaseCombobox.ItemIndicator className="absolute end-2">
        <Check aria-hidden />
      </BaseCombobox.ItemIndicator>
    </BaseCombobox.Item>
  )
}
