import { NumberField as BaseNumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { controlFrameClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { isNumberOrNull, useDraftValue } from './form-draft.ts'
import { useUiText } from './text.tsx'

const stepButton =
  'grid w-8 flex-none place-items-center text-text-muted hover:bg-sunken hover:text-text data-disabled:text-text-faint pointer-coarse:w-11'

/**
 * A number input in the person's locale, with step buttons and arrow keys (Shift for ten steps, Alt for a tenth). Its
 * form value is a number or null.
 *
 *     <Field name="max_team_size" label="Team size"><NumberField min={1} max={500} /></Field>
 *     <NumberField aria-label="Height" unit="m" step={0.1} value={height} onChange={setHeight} />
 */
export function NumberField(props: {
  value?: number | null
  defaultValue?: number
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** unit after the number, such as 'm' or 'mm' */
  unit?: string
  disabled?: boolean
  /** hides the step buttons in narrow places; arrow keys still step */
  bare?: boolean
  'aria-label'?: string
  className?: string
}) {
  const text = useUiText()
  const kept = useDraftValue<number | null>(props, isNumberOrNull)
  return (
    <BaseNumberField.Root
      locale={text.locale}
      value={props.value}
      defaultValue={kept.defaultValue ?? undefined}
      onValueChange={kept.onChange}
      min={props.min}
      max={props.max}
      step={props.step}
      disabled={props.disabled}
      className={props.className}
    >
      <BaseNumberField.Group
        className={cx(
          controlFrameClass,
          'flex h-8 overflow-hidden pointer-coarse:h-11 focus-within:outline-2 focus-within:outline-focus has-[button:focus-visible]:outline-none',
        )}
      >
        <BaseNumberField.Input
          {...useRequired()}
          aria-label={props['aria-label']}
          aria-roledescription={undefined}
          className="min-w-0 flex-1 bg-transparent px-2.5 text-start tabular-nums outline-none"
        />
        {props.unit && <span className="self-center pe-2 text-text-muted">{props.unit}</span>}
        {!props.bare && (
          <>
            <BaseNumberField.Decrement
              aria-label={text.decrease}
              className={cx(stepButton, 'border-line border-s')}
            >
              <Minus aria-hidden />
            </BaseNumberField.Decrement>
            <BaseNumberField.Increment
              aria-label={text.increase}
              className={cx(stepButton, 'border-line border-s')}
            >
              <Plus aria-hidden />
            </BaseNumberField.Increment>
          </>
        )}
      </BaseNumberField.Group>
    </BaseNumberField.Root>
  )
}
