import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A field as one quiet row: the label beside a control that looks like text until it is touched. For values that are read
 * far more often than changed.
 *
 *     <FieldRow label="Priority"><Select options={priorities} value={issue.priority} onChange={save} /></FieldRow>
 */
export function FieldRow(props: {
  label: string
  help?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <BaseField.Root
      className={cx('quiet-controls grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-2', props.className)}
    >
      <BaseField.Label className="self-start py-1.5 text-13 text-text-muted leading-5 pointer-coarse:py-3">
        {props.label}
      </BaseField.Label>
      {props.children}
      {props.help && (
        <BaseField.Description className="col-start-2 px-2.5 pb-1 text-12 text-text-muted">
          {props.help}
        </BaseField.Description>
      )}
    </BaseField.Root>
  )
}
