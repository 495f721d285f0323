import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { FieldRow } from '../../ui/FieldRow.tsx'
import type { IssueField } from './conflict.ts'

/** A labelled field, highlighted for a moment after another person has changed it. */
export function HighlightedField(props: {
  field: IssueField
  label: string
  flashed: ReadonlySet<IssueField>
  help?: string
  children: ReactNode
}) {
  return (
    <div
      data-issue-part={props.field}
      className={cx(
        'min-w-0 rounded-control transition-colors duration-1000',
        props.flashed.has(props.field) && 'bg-accent-soft',
      )}
    >
      <FieldRow label={props.label} help={props.help}>
        {props.children}
      </FieldRow>
    </div>
  )
}
