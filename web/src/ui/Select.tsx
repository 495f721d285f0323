import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { controlFrameClass, floatingClass, optionClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { FormContext, useRequired } from './form-context.ts'
import { isOneOf, useDraftValue } from './form-draft.ts'
import { useUiText } from './text.tsx'

export interface Option<V extends string = string> {
  value: V
  label: string
  icon?: ReactNode
  disabled?: boolean
}

/**
 * A dropdown for up to about fifteen options. For more, or with a search, use Combobox. Letters choose an option in the open
 * list, in a Form also in the closed one.
 *
 *     <Field name="type" label="Type"><Select options={types} defaultValue="DEFECT" /></Field>
 *     <Select aria-label="Sort" options={orders} value={order} onChange={setOrder} />
 */
export function Select<V extends string>(props: {
  options: readonly Option<V>[]
  value?: V | null
  defaultValue?: V | null
  onChange?: (value: V | null) => void
  /** the options have not been read (yet), which the list says */
  unread?: boolean
  /** shown while nothing is selected */
  placeholder?: string
  disabled?: boolean
  size?: 'normal' | 'small'
  'aria-label'?: string
  className?: string
}) {
  const text = useUiText()
  const required = useRequired()
  const kept = useDraftValue<V | null>(props, isOneOf(props.options))
  // outside of a form a value is saved at once: a letter, which may be a shortcut of the page, must not choose one
  const mayTypeClosed = use(FormContext) !== null
  const byValue = new Map(props.options.map((option) => [option.value, option]))
  return (
    <BaseSelect.Root
      items={props.options}
      value={props.value}
      defaultValue={kept.defaultValue ?? undefined}
      onValueChange={kept.onChange}
      disabled={props.disabled}
    >
      <BaseSelect.Trigger
        {...required}
        aria-label={props['aria-label']}
        onKeyDown={(event) => {
          if (!mayTypeClosed && event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler()
        }}
        className={cx(
          controlFrameClass,
          'flex items-center gap-2 text-start pointer-coarse:h-11',
          props.size === 'small' ? 'h-7 px-2' : 'h-8 px-2.5',
          props.className,
        )}
      >
        <BaseSelect.Value className="flex min-w-0 flex-1 items-center gap-2 truncate data-placeholder:text-text-faint">
          {(value: V | null) => {
            const option = value === null ? undefined : byValue.get(value)
            // a selected value whose option has not been read is not shown as none
            return option ? <OptionText option={option} /> : value ? '…' : props.placeholder
          }}
        </BaseSelect.Value>
        <BaseSelect.Icon className="text-text-muted">
          <ChevronDown aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={4} align="start" className="z-50">
          <BaseSelect.Popup
            className={cx(
              floatingClass,
              'max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width)',
            )}
          >
            {props.unread && (
              <p className="max-w-80 px-3 pt-2.5 pb-1.5 text-13 text-text-muted">{text.optionsUnread}</p>
            )}
            <BaseSelect.List className="max-h-80 overflow-y-auto p-1 outline-none">
              {props.options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className={cx(optionClass, 'pe-8')}
                >
                  <BaseSelect.ItemText className="flex items-center gap-2">
                    <OptionText option={option} />
                  </BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className="absolute end-2">
                    <Check aria-hidden />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

function OptionText({ option }: { option: Option }) {
  return (
    <>
      {option.icon}
      <span className="truncate">{option.label}</span>
    </>
  )
}
