import { Field as BaseField } from '@base-ui/react/field'
import { controlBoxClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { isString, useDraftValue } from './form-draft.ts'

/**
 * A native date input: it brings the platform's calendar and date format and costs no bundle size (a custom picker would
 * cost 20 kB, its popover 35). The value is 'yyyy-MM-dd', or '' for none.
 *
 *     <Field name="due_date" label="Due"><DatePicker min={today} /></Field>
 *     <DatePicker aria-label="From" value={from} onChange={setFrom} max={to} />
 */
export function DatePicker(props: {
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** 'yyyy-MM-dd'; days outside cannot be picked from the calendar */
  min?: string
  max?: string
  /** picks a time as well; the value is 'yyyy-MM-ddThh:mm' in the time zone of the browser */
  withTime?: boolean
  disabled?: boolean
  'aria-label'?: string
  className?: string
}) {
  const { onChange: _onChange, withTime, className, ...rest } = props
  const kept = useDraftValue(props, isString)
  return (
    <BaseField.Control
      {...useRequired()}
      {...rest}
      defaultValue={kept.defaultValue}
      type={withTime ? 'datetime-local' : 'date'}
      onValueChange={kept.onChange}
      className={cx(controlBoxClass, 'tabular-nums', className)}
    />
  )
}
