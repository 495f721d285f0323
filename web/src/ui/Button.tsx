import { Button as BaseButton } from '@base-ui/react/button'
import { mergeProps } from '@base-ui/react/merge-props'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useFormBusy } from './form-context.ts'
import { useTooltip } from './Tooltip.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** one `primary` on a screen; `secondary` is the default */
  look?: ButtonLook
  /** `small` (28 px) in dense tables and toolbars */
  size?: ButtonSize
  icon?: ReactNode
  /** shows a spinner and ignores clicks; width and tab order stay the same */
  loading?: boolean
  /** true, or preferably the reason, which is shown as a tooltip and announced */
  disabled?: boolean | string
}

/**
 * A button. A disabled one stays focusable, so that its reason can be read. Inside a Form, a `type="submit"` button
 * shows the form's pending state.
 *
 *     <Button look="primary" type="submit">Create issue</Button>
 *     <Button disabled="Only editors can upload models" icon={<Upload />}>Upload</Button>
 */
export function Button({
  look = 'secondary',
  size = 'normal',
  icon,
  loading,
  disabled,
  children,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const formBusy = useFormBusy()
  const busy = loading || (type === 'submit' && formBusy)
  const reason = typeof disabled === 'string' && disabled !== '' ? disabled : undefined
  const { id, trigger, tip } = useTooltip(reason ? { text: reason, onTap: true } : undefined)
  return (
    <>
      <BaseButton
        {...mergeProps<'button'>(trigger, rest)}
        type={type}
        disabled={Boolean(disabled) || busy}
        focusableWhenDisabled
        aria-busy={busy || undefined}
        aria-describedby={id ?? rest['aria-describedby']}
        className={cx(buttonClass(look, size), className)}
      >
        {busy && (
          <span className="absolute inset-0 grid place-items-center">
            <LoaderCircle aria-hidden className="animate-spin" />
          </span>
        )}
        <span className={cx('inline-flex items-center gap-1.5', busy && 'opacity-0')}>
          {icon}
          {children}
        </span>
      </BaseButton>
      {tip}
    </>
  )
}
