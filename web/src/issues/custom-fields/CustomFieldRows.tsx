import { type CustomField, type CustomValue, isRequired } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueField } from '../detail/conflict.ts'
import { HighlightedField } from '../detail/HighlightedField.tsx'
import { useOpenIssue } from '../detail/issue-context.ts'
import { DayValue, TypedValue } from '../detail/TypedValue.tsx'
import { CustomControl } from './CustomControl.tsx'
import { useCustomFields } from './use-custom-fields.ts'

/** Custom fields of an issue: those with a value or required, or all of them. */
export function CustomFieldRows(props: {
  all: boolean
  flashed: ReadonlySet<IssueField>
  disabled: boolean
}) {
  const { project, issue } = useOpenIssue()
  const { offered } = useCustomFields(project.id)
  return offered.map((field) => {
    // an issue that an earlier version kept on the device has no such values
    const value = issue.custom_fields?.[field.id] ?? null
    if (!props.all && value === null && !isRequired(field, issue.type)) return null
    const key = buildCustomKey(field.id)
    return (
      <HighlightedField key={field.id} label={field.name} field={key} flashed={props.flashed}>
        <OwnValue field={field} value={value} disabled={props.disabled} />
      </HighlightedField>
    )
  })
}

interface ValueProps {
  field: CustomField
  value: CustomValue | null
  disabled: boolean
}

/** Typed values are saved on blur or Enter, chosen ones at once. */
function OwnValue({ field, value, disabled }: ValueProps) {
  const { project, save } = useOpenIssue()
  const saveValue = (next: CustomValue | null, began: CustomValue | null = value) => {
    const change = (of: CustomValue | null) => ({ custom_fields: { [field.id]: of } })
    void save(change(next), { base: change(began) })
  }
  const control = { projectId: project.id, field, disabled }
  switch (field.kind) {
    case 'TEXT':
    case 'NUMBER':
      return (
        <TypedValue<string | number> value={typeof value === 'boolean' ? null : value} onSave={saveValue}>
          {(shown, type) => (
            <CustomControl
              {...control}
              value={shown}
              onChange={(typed) => type(typeof typed === 'boolean' ? null : typed)}
            />
          )}
        </TypedValue>
      )
    case 'DATE':
      return <DayValue value={value === null ? null : String(value)} onSave={saveValue} disabled={disabled} />
    default:
      return <CustomControl {...control} savesAtOnce value={value} onChange={(next) => saveValue(next)} />
  }
}
