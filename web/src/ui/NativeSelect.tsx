import { controlBoxClass } from './control-classes.ts'
import { cx } from './cx.ts'

/**
 * A native select, for pages that must load fast. Elsewhere use Select.
 *
 *     <NativeSelect aria-label="Language" options={languages} value={locale} onChange={setLocale} />
 */
export function NativeSelect<V extends string>(props: {
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  'aria-label': string
  className?: string
}) {
  return (
    <select
      aria-label={props['aria-label']}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value as V)}
      className={cx(controlBoxClass, props.className)}
    >
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
