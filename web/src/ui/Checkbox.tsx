import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as BaseField } from '@base-ui/react/field'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, use, useEffect } from 'react'
import { cx } from './cx.ts'
import { FormContext } from './form-context.ts'
import { isBoolean, useDraftValue } from './form-draft.ts'

const tickBoxClass =
  'touch-target grid size-4 flex-none place-items-center rounded-mark border border-line-strong bg-raised ' +
  'hover:border-text-muted data-checked:border-text data-checked:bg-text data-checked:text-surface data-indeterminate:border-text ' +
  'data-indeterminate:bg-text data-indeterminate:text-surface data-invalid:border-danger data-disabled:border-line data-disabled:bg-sunken ' +
  'data-disabled:text-text-muted data-disabled:data-checked:bg-line'

interface CheckboxProps {
  checked?: boolean
  defaultChecked?: boolean
  /** indeterminate: some of the boxes below it are ticked */
  mixed?: boolean
  onChange?: (checked: boolean) => void
  disabled?: boolean
}

/** A checkbox without a label, for table rows; named by `aria-label`. `<TickBox aria-label="Select #12" />` */
export function TickBox({
  mixed,
  onChange,
  ...rest
}: CheckboxProps & { 'aria-label'?: string; 'aria-required'?: true }) {
  return (
    <BaseCheckbox.Root {...rest} indeterminate={mixed} onCheckedChange={onChange} className={tickBoxClass}>
      <BaseCheckbox.Indicator className="grid">
        {mixed ? <Minus aria-hidden className="size-3" /> : <Check aria-hidden className="size-3" />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
}

const rowTickBoxClass =
  'touch-target grid size-4 flex-none appearance-none place-items-center rounded-mark border border-line-strong bg-raised align-middle ' +
  'hover:border-text-muted checked:border-text checked:bg-text after:size-2.5 after:bg-surface not-checked:after:hidden ' +
  'after:[clip-path:polygon(8%_48%,22%_34%,40%_54%,80%_12%,94%_26%,40%_84%)]'

/**
 * A native checkbox with the same look, for virtual lists where rows must mount cheaply.
 * `<RowTickBox aria-label="Select #12" checked={ticked} onChange={tick} />`
 */
export function RowTickBox(props: { 'aria-label': string; checked: boolean; onChange: () => void }) {
  return <input type="checkbox" {...props} className={rowTickBoxClass} />
}

/**
 * A checkbox with its label. It is a form field by itself and needs no Field around it.
 *
 *     <Checkbox name="terms_accepted" label={<>I accept the <Link href={paths.terms()}>terms</Link></>} required />
 *     <Checkbox label="Only mine" checked={mine} onChange={setMine} />
 */
export function Checkbox({
  name,
  label,
  help,
  required,
  ...box
}: CheckboxProps & { name?: string; label: ReactNode; help?: string; required?: boolean }) {
  const nameField = use(FormContext)?.nameField
  const { checked, defaultChecked, onChange } = box
  const kept = useDraftValue({ value: checked, defaultValue: defaultChecked, onChange }, isBoolean, name)
  const plainLabel = typeof label === 'string' ? label : ''
  useEffect(
    () => (name && plainLabel ? nameField?.(name, plainLabel) : undefined),
    [name, plainLabel, nameField],
  )
  return (
    <BaseField.Root name={name} data-field={name} disabled={box.disabled} className="group/field">
      <BaseField.Label className="flex w-fit items-start gap-2 py-0.5 group-data-disabled/field:text-text-muted pointer-coarse:py-2.5">
        <span className="flex h-5 items-center">
          <TickBox
            {...box}
            defaultChecked={kept.defaultValue}
            onChange={kept.onChange}
            {...(required && { 'aria-required': true })}
          />
        </span>
        <span>
          {label}
          {required && (
            <span aria-hidden className="text-danger">
              {' *'}
            </span>
          )}
        </span>
      </BaseField.Label>
      {help && <BaseField.Description className="ms-6 text-12 text-text-muted">{help}</BaseField.Description>}
      <BaseField.Error className={cx('ms-6 text-12 text-danger', name && 'pb-1')} />
    </BaseField.Root>
  )
}
