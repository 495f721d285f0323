import { Progress as BaseProgress } from '@base-ui/react/progress'
import type { ReactNode } from 'react'
import { useUiText } from './text.tsx'

/**
 * A progress bar with numbers. `value` is 0 to 100, null while the total is unknown, or `waiting` while queued.
 *
 *     <Progress label="Ducts_L3.ifc" value={42} detail="12 of 28 MB" action={<Button size="small">Cancel</Button>} />
 */
export function Progress(props: {
  label: string
  value: number | null | 'waiting'
  detail?: string
  action?: ReactNode
}) {
  const text = useUiText()
  const value =
    typeof props.value === 'number'
      ? Math.max(0, Math.min(100, Number.isFinite(props.value) ? props.value : 0))
      : null
  return (
    <div className="flex items-end gap-3">
      <BaseProgress.Root
        locale={text.locale}
        value={value}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1"
      >
        <BaseProgress.Label className="truncate text-13">{props.label}</BaseProgress.Label>
        <span className="text-13 text-text-muted tabular-nums">
          {props.detail && <span>{props.detail} </span>}
          {value !== null && <BaseProgress.Value />}
        </span>
        <BaseProgress.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-line">
          {props.value !== 'waiting' && (
            <BaseProgress.Indicator className="block h-full rounded-full bg-text transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
          )}
        </BaseProgress.Track>
      </BaseProgress.Root>
      {props.action}
    </div>
  )
}
