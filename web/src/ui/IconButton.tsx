import { Button as BaseButton } from '@base-ui/react/button'
import { mergeProps } from '@base-ui/react/merge-props'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useTooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'aria-label' | 'name'> {
  /** the action: its accessible name and tooltip */
  name: string
  icon: ReactNode
  /** shortcut in the tooltip: 'Shift H' */
  keys?: string
  look?: ButtonLook
  size?: ButtonSize
  /** state of a toggle button */
  pressed?: boolean
  loading?: boolean
  disabled?: boolean | string
}

/** Converts 'Shift H' to the syntax of aria-keyshortcuts: 'Shift+H'. */
const ariaKeys = (keys: string) => keys.replaceAll('Ctrl', 'Control').replaceAll(' ', '+')

/**
 * A button with an icon only. Its name is the tooltip and the accessible name.
 *
 *     <IconButton name="Fit to view" keys="Space" icon={<Maximize />} onClick={fit} />
 *     <IconButton name="Section" pressed={on} icon={<Slice />} disabled={loaded ? false : 'Load a model first'} />
 */
export function IconButton({
  name,
  icon,
  keys,
  look = 'ghost',
  size = 'normal',
  pressed,
  loading,
  disabled,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const reason = typeof disabled === 'string' && disabled !== '' ? disabled : undefined
  const { id, trigger, tip } = useTooltip({
    text: reason ? `${name}: ${reason}` : name,
    keys: reason ? undefined : keys,
    onTap: reason !== undefined,
  })
  return (
    <>
      <BaseButton
        {...mergeProps<'button'>(trigger, rest)}
        type={type}
        disabled={Boolean(disabled) || loading}
        focusableWhenDisabled
        aria-label={name}
        aria-pressed={pressed}
        aria-busy={loading || undefined}
        aria-keyshortcuts={keys && ariaKeys(keys)}
        aria-describedby={reason ? id : rest['aria-describedby']}
        className={cx(buttonClass(look, size, true), className)}
      >
        {loading ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      </BaseButton>
      {tip}
    </>
  )
}
