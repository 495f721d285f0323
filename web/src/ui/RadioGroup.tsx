import { Field as BaseField } from '@base-ui/react/field'
import { Fieldset } from '@base-ui/react/fieldset'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { use, useEffect } from 'react'
import { cx } from './cx.ts'
import { FormContext } from './form-context.ts'
import { isOneOf, useDraftValue } from './form-draft.ts'

/**
 * Radio buttons for two to five options that should all be visible, with the question as legend. It is a form field by
 * itself.
 *
 *     <RadioGroup name="visibility" label="Who sees it" defaultValue="ALL" options={[{ value: 'ALL', label: 'Everybody',
 *       help: 'All members of the project' }, …]} />
 */
export function RadioGroup<V extends string>(props: {
  name?: string
  label: string
  options: readonly { value: V; label: string; help?: string; disabled?: boolean }[]
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  required?: boolean
  disabled?: boolean
}) {
  const { name, label } = props
  const nameField = use(FormContext)?.nameField
  const kept = useDraftValue<V>(props, isOneOf(props.options), name)
  useEffect(() => (name ? nameField?.(name, label) : undefined), [name, label, nameField])
  return (
    <BaseField.Root name={name} data-field={name} disabled={props.disabled}>
      <Fieldset.Root
        render={
          <BaseRadioGroup
            value={props.value}
            defaultValue={kept.defaultValue}
            onValueChange={(value: V) => kept.onChange?.(value)}
            {...(props.required && { 'aria-required': true })}
          />
        }
      >
        <Fieldset.Legend className="mb-1 font-medium text-13">
          {label}
          {props.required && (
            <span aria-hidden className="text-danger">
              {' *'}
            </span>
          )}
        </Fieldset.Legend>
        {props.options.map((option) => (
          <BaseField.Item key={option.value} disabled={option.disabled}>
            <BaseField.Label className="flex w-fit items-start gap-2 py-0.5 data-disabled:text-text-muted pointer-coarse:py-2.5">
              <span className="flex h-5 items-center">
                <Radio.Root
                  value={option.value}
                  className="touch-target grid size-4 flex-none place-items-center rounded-full border border-line-strong bg-raised hover:border-text-muted data-checked:border-text data-disabled:border-line data-disabled:bg-sunken data-invalid:border-danger"
                >
                  <Radio.Indicator className="size-2 rounded-full bg-text data-disabled:bg-line-strong" />
                </Radio.Root>
              </span>
              <span>
                {option.label}
                {option.help && <span className="block text-12 text-text-muted">{option.help}</span>}
              </span>
            </BaseField.Label>
          </BaseField.Item>
        ))}
        <BaseField.Error className={cx('text-12 text-danger', name && 'pb-1')} />
      </Fieldset.Root>
    </BaseField.Root>
  )
}
