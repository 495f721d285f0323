import { OTPField as BaseOtpField } from '@base-ui/react/otp-field'
import { controlFrameClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { useRequired } from './form-context.ts'
import { useUiText } from './text.tsx'

const digits = 6
const places = [0, 1, 2, 3, 4, 5]

/**
 * A field of six boxes for a six-digit code. Pasting fills all of them; other characters are ignored.
 *
 *     <Field name="key" label="Key from the e-mail" required><OtpField onComplete={submit} /></Field>
 */
export function OtpField(props: {
  value?: string
  onChange?: (value: string) => void
  /** called when all six digits are entered */
  onComplete?: (value: string) => void
  disabled?: boolean
  autoFocus?: boolean
}) {
  const text = useUiText()
  const required = useRequired()
  return (
    <BaseOtpField.Root
      length={digits}
      value={props.value}
      onValueChange={props.onChange}
      onValueComplete={props.onComplete}
      disabled={props.disabled}
      dir="ltr"
      className="flex gap-1.5 sm:gap-2 rtl:justify-end"
    >
      {places.map((place) => (
        <BaseOtpField.Input
          key={place}
          {...required}
          autoFocus={place === 0 && props.autoFocus}
          aria-label={place === 0 ? undefined : text.codeDigit(place + 1, digits)}
          className={cx(
            controlFrameClass,
            'h-11 w-9 text-center text-20 tabular-nums sm:w-10',
            place === 3 && 'ms-2',
          )}
        />
      ))}
    </BaseOtpField.Root>
  )
}
