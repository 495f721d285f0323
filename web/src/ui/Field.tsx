import { Field as BaseField } from '@base-ui/react/field'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, use, useEffect } from 'react'
import { cx } from './cx.ts'
import { FieldContext, FormContext } from './form-context.ts'

/**
 * A form field: label above the control, help or error below. The error replaces the help in a line that is always
 * reserved, so that the layout does not shift. `name` is the key in the form's schema.
 *
 *     <Field name="email" label="E-mail" required><Input autoComplete="email" inputMode="email" /></Field>
 *     <Field label="Filter by floor" hideLabel><Select options={floors} value={floor} onChange={setFloor} /></Field>
 */
export function Field(props: {
  label: string
  name?: string
  /** key of its value in the form's draft, when `name` is not given */
  draftName?: string
  help?: ReactNode
  required?: boolean
  hideLabel?: boolean
  disabled?: boolean
  /** an error from outside the form */
  error?: string
  className?: string
  children: ReactNode
}) {
  const { label, name, error, required = false } = props
  const form = use(FormContext)
  const nameField = form?.nameField
  useEffect(() => (name ? nameField?.(name, label) : undefined), [name, label, nameField])

  return (
    <BaseField.Root
      name={name}
      data-field={name ?? ''}
      disabled={props.disabled}
      invalid={error ? true : undefined}
      validate={(_value, values) => (name ? (form?.check(name, values) ?? null) : null)}
      className={cx('group/field flex min-w-0 flex-col', props.className)}
    >
      <BaseField.Label
        className={cx(
          'mb-1 w-fit font-medium text-13 text-text group-data-disabled/field:text-text-muted',
          props.hideLabel && 'sr-only',
        )}
      >
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </BaseField.Label>
      <FieldContext value={{ required, name: name ?? props.draftName }}>{props.children}</FieldContext>
      <div
        className={cx(
          'text-12',
          name && 'min-h-6',
          Boolean(name || props.help || error) && 'pt-2',
          // in a form 24 px to the next label, so that the help is read with its own field
          Boolean(props.help) && 'pb-4',
        )}
      >
        {props.help && (
          <BaseField.Description className="text-text-muted group-data-invalid/field:hidden">
            {props.help}
          </BaseField.Description>
        )}
        <BaseField.Error
          match={error ? true : undefined}
          className="flex gap-1 text-danger"
          render={(errorProps) => (
            <div {...errorProps}>
              <CircleAlert aria-hidden className="mt-0.5 size-3" />
              <span>{error ?? errorProps.children}</span>
            </div>
          )}
        />
      </div>
    </BaseField.Root>
  )
}
