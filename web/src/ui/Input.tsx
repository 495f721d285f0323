import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { controlBoxClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { isString, useDraftValue } from './form-draft.ts'
import { limitCharacters } from './limit-characters.ts'

const isNever = () => false

export interface InputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value' | 'defaultValue'> {
  /** chooses the on-screen keyboard; validation is left to the schema */
  type?: 'text' | 'email' | 'url' | 'tel' | 'color' | 'search' | 'password'
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** inside the box, before the text */
  icon?: ReactNode
}

/**
 * A single-line text input, used in a Field.
 *
 *     <Field name="email" label="E-mail"><Input type="email" autoComplete="email" /></Field>
 *     <Input type="search" aria-label="Search issues" icon={<Search />} value={query} onChange={setQuery} />
 */
export function Input({ type = 'text', icon, className, maxLength, ...props }: InputProps) {
  const required = useRequired()
  // passwords and codes are never stored in a draft, even while they are visible
  const isSecret = type === 'password' || /password|one-time-code/.test(props.autoComplete ?? '')
  const kept = useDraftValue(props, isSecret ? isNever : isString)
  const { onChange: _onChange, ...rest } = props
  const literal = type === 'email' || type === 'url'
  const control = (
    <BaseField.Control
      {...required}
      {...(literal && { inputMode: type, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
      {...limitCharacters(maxLength)}
      {...rest}
      value={props.value}
      defaultValue={kept.defaultValue}
      type={literal ? 'text' : type}
      onValueChange={isSecret ? props.onChange : kept.onChange}
      className={cx(controlBoxClass, icon ? 'w-full ps-8' : className)}
    />
  )
  if (!icon) return control
  return (
    <div className={cx('relative', className)}>
      <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-text-muted">
        {icon}
      </span>
      {control}
    </div>
  )
}
