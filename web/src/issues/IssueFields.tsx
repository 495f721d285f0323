import type { BodyOf } from '@plumbline/contract/http'
import { type Issue, issuePriorities, issueTypes, type updateIssue } from '@plumbline/contract/issues'
import { listLevels, type Project } from '@plumbline/contract/projects'
import { trades } from '@plumbline/contract/trades'
import { useRead } from '../api/query.ts'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { useUiText } from '../ui/text.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

const NONE = 'none'
const orNull = (value: string | null) => (value === null || value === NONE ? null : value)

/** The fields of an issue; each choice is saved at once. */
export function IssueFields(props: {
  project: Project
  issue: Issue
  disabled: false | string
  onSave: (body: BodyOf<typeof updateIssue>) => void
}) {
  const { issue, onSave } = props
  const text = useIssueText()
  const words = useUiText()
  const { assignable } = usePeople(props.project.id)
  const { data: levels } = useRead(listLevels, { params: { id: props.project.id } })
  const disabled = props.disabled !== false
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={text.assignee}>
        <Select
          disabled={disabled}
          options={[{ value: NONE, label: text.nobody }, ...assignable]}
          value={issue.assignee_id ?? NONE}
          onChange={(value) => onSave({ assignee_id: orNull(value) })}
        />
      </Field>
      <Field label={text.priority}>
        <Select
          disabled={disabled}
          options={issuePriorities.map((value) => ({ value, label: words.priority[value] }))}
          value={issue.priority}
          onChange={(priority) => priority && onSave({ priority })}
        />
      </Field>
      <Field label={text.type}>
        <Select
          disabled={disabled}
          options={issueTypes.map((value) => ({ value, label: text.types[value] }))}
          value={issue.type}
          onChange={(type) => type && onSave({ type })}
        />
      </Field>
      <Field label={text.due}>
        <DatePicker
          disabled={disabled}
          value={issue.due_date ?? ''}
          onChange={(day) => onSave({ due_date: day || null })}
        />
      </Field>
      <Field label={text.trade}>
        <Select
          disabled={disabled}
          options={trades.map((value) => ({ value, label: text.trades[value] }))}
          value={issue.trade}
          onChange={(trade) => trade && onSave({ trade })}
        />
      </Field>
      <Field label={text.level}>
        <Select
          disabled={disabled}
          options={[
            { value: NONE, label: text.noLevel },
            ...(levels ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={issue.level_id ?? NONE}
          onChange={(value) => onSave({ level_id: orNull(value) })}
        />
      </Field>
    </div>
  )
}
