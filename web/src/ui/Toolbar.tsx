import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton, type IconButtonProps } from './IconButton.tsx'

/**
 * A row of tool buttons with one tab stop; arrow keys move inside.
 *
 *     <Toolbar label="Model tools"><ToolbarButton name="Measure" keys="M" icon={<Ruler />} pressed={on} onClick={…} />
 *       <ToolbarSeparator /> … </Toolbar>
 */
export function Toolbar(props: {
  label: string
  floating?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <BaseToolbar.Root
      aria-label={props.label}
      className={cx(
        'flex items-center gap-0.5',
        props.floating &&
          'flex-wrap justify-center rounded-card border border-line bg-raised p-1 shadow-float',
        props.className,
      )}
    >
      {props.children}
    </BaseToolbar.Root>
  )
}

/** A button in a toolbar. Can also be the trigger of a Menu or Popover. */
export function ToolbarButton({ disabled, ...tool }: IconButtonProps) {
  return (
    <BaseToolbar.Button disabled={Boolean(disabled)} render={<IconButton {...tool} disabled={disabled} />} />
  )
}

export function ToolbarSeparator() {
  return <BaseToolbar.Separator className="mx-1 h-5 w-px bg-line" />
}
