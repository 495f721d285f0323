import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { controlFrameClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { isString, useDraftValue } from './form-draft.ts'
import { limitCharacters } from './limit-characters.ts'

export interface TextareaProps
  extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'defaultValue'> {
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/**
 * A multi-line text input, used in a Field. It grows with its text up to about ten lines.
 *
 *     <Field name="description" label="Description"><Textarea maxLength={10_000} /></Field>
 *     <Textarea aria-label="Message" value={draft} onChange={setDraft} />
 */
export function Textarea({ className, maxLength, rows = 3, ...props }: TextareaProps) {
  const kept = useDraftValue(props, isString)
  const { onChange: _onChange, defaultValue: _default, ...rest } = props
  return (
    <BaseField.Control
      {...useRequired()}
      onValueChange={kept.onChange}
      render={<textarea dir="auto" {...limitCharacters(maxLength)} {...rest} rows={rows} />}
      value={rest.value}
      defaultValue={kept.defaultValue}
      className={cx(
        controlFrameClass,
        'field-sizing-content block max-h-64 min-h-16 resize-y px-2.5 py-1.5',
        className,
      )}
    />
  )
}
