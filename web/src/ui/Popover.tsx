import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { floatingClass } from './control-classes.ts'
import { cx } from './cx.ts'

/**
 * A small non-modal panel at a button: filters, a profile, details. Escape and a press outside close it.
 *
 *     <Popover label="Filters" trigger={<Button>Filters</Button>}> … </Popover>
 */
export function Popover(props: {
  trigger: ReactElement
  /** accessible name, visible as a heading with `showLabel` */
  label: string
  showLabel?: boolean
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}) {
  return (
    <BasePopover.Root open={props.open} onOpenChange={props.onOpenChange}>
      <BasePopover.Trigger render={props.trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          side={props.side ?? 'bottom'}
          align={props.align ?? 'start'}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <BasePopover.Popup
            className={cx(
              floatingClass,
              'max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto p-4',
              props.className,
            )}
          >
            <BasePopover.Title className={props.showLabel ? 'mb-2 font-semibold text-14' : 'sr-only'}>
              {props.label}
            </BasePopover.Title>
            {props.children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
