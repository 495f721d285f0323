import { buildCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import {
  buildRecord,
  fieldsIn,
  isFieldOf,
  issuePriorities,
  issueVisibilities,
} from '@plumbline/contract/issues/issue-fields'
import { issueStatuses } from '@plumbline/contract/issues/issues'
import { listLabels } from '@plumbline/contract/issues/lists'
import { listLevels, listSections, type Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useTradeWords } from '../../projects/vocabulary.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Field } from '../../ui/Field.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import { useStatusNames } from '../../ui/status-names.ts'
import { TagInput } from '../../ui/TagInput.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { useFieldNames } from '../field-names.ts'
import { useListText } from '../list/text.ts'
import { PlainControl } from '../PlainControl.tsx'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useTypeWords } from '../use-type-words.ts'
import {
  type AnyBulkField,
  type BulkField,
  buildBulkChange,
  buildOwnBulkChange,
  bulkFields,
  isBulkFieldName,
  NO_VALUE,
} from './bulk-change.ts'
import { CustomBulkControl } from './CustomBulkControl.tsx'

/** Form state of a bulk edit, and the API change built from it. */
export function useBulkValue(project: Project) {
  const { byId } = useCustomFields(project.id)
  const [field, setField] = useState<AnyBulkField>('status')
  const [value, setValue] = useState<string | string[]>('')
  const [comment, setComment] = useState('')
  const own = byId.get(parseCustomKey(field) ?? '')
  return {
    field,
    own,
    value,
    comment,
    setValue,
    setComment,
    choose(next: AnyBulkField) {
      setField(next)
      setValue(next === 'add_labels' || next === 'remove_labels' ? [] : '')
    },
    change: own
      ? buildOwnBulkChange(own, String(value))
      : isBulkFieldName(field)
        ? buildBulkChange(field, value, comment)
        : null,
  }
}
type BulkState = ReturnType<typeof useBulkValue>

/** Form of a bulk edit: the field, its new value, and an optional comment for each issue. */
export function BulkValue({ project, state }: { project: Project; state: BulkState }) {
  const text = useListText()
  const names = useFieldNames()
  const { offered } = useCustomFields(project.id)
  const labels: Record<BulkField, string> = {
    ...buildRecord(['status' as const, ...fieldsIn('bulk')], (field) => names[field][0]),
    ...text.bulkFields,
  }
  const withComment = state.field === 'status' || state.field === 'comment'
  return (
    <>
      <Field draftName="field" label={text.bulkField}>
        <Select
          options={[
            ...bulkFields.map((value) => ({ value, label: labels[value] })),
            ...offered.map(({ id, name }) => ({ value: buildCustomKey(id), label: name })),
          ]}
          value={state.field}
          onChange={(field) => field && state.choose(field)}
        />
      </Field>
      {/* a draft of its own for each field, whose values differ */}
      {state.field !== 'comment' && (
        <Field draftName={`value.${state.field}`} label={text.bulkValue}>
          {state.own ? (
            <CustomBulkControl
              key={state.own.id}
              projectId={project.id}
              field={state.own}
              value={String(state.value)}
              onChange={state.setValue}
            />
          ) : (
            <ValueControl project={project} state={state} />
          )}
        </Field>
      )}
      {withComment && (
        <Field
          draftName="comment"
          label={text.commentToo}
          help={state.value === 'RESOLVED' ? text.commentHint : undefined}
        >
          <Textarea maxLength={10_000} value={state.comment} onChange={state.setComment} />
        </Field>
      )}
    </>
  )
}

function ValueControl({ project, state }: { project: Project; state: BulkState }) {
  const { field, value, setValue } = state
  const options = useValueOptions(project, field)
  const { data: labels } = useRead(listLabels, { params: { id: project.id } }, { silent: true })
  if (typeof value !== 'string')
    return <TagInput known={(labels ?? []).map(({ label }) => label)} value={value} onChange={setValue} />
  if (field === 'due_date') return <DatePicker value={value} onChange={setValue} className="w-full" />
  if (isFieldOf('line', field) || isFieldOf('decimal', field))
    return (
      <PlainControl
        field={field}
        value={isFieldOf('decimal', field) && value !== '' ? Number(value) : value}
        onChange={(next) => setValue(String(next ?? ''))}
      />
    )
  if (field === 'assignee_id')
    return (
      <Combobox key={field} options={options} value={value || null} onChange={(id) => setValue(id ?? '')} />
    )
  return (
    <OptionPicker
      key={field}
      options={options}
      value={value || null}
      onChange={(next) => setValue(next ?? '')}
    />
  )
}

function useValueOptions(project: Project, field: AnyBulkField): Option[] {
  const text = useListText()
  const issues = useIssueText()
  const ui = useUiText()
  const statusNames = useStatusNames()
  const types = useTypeWords()
  const trades = useTradeWords()
  const params = { id: project.id }
  const { assignable } = usePeople(project.id)
  const { data: levels } = useRead(listLevels, { params }, { silent: true })
  const { data: sections } = useRead(listSections, { params }, { silent: true })
  const named = (values: readonly string[], names: Record<string, string>) =>
    values.map((value) => ({ value, label: names[value] ?? value }))
  const places = (list: readonly { id: string; name: string }[] | undefined, none: string) => [
    ...(list ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: NO_VALUE, label: none },
  ]
  switch (field) {
    case 'status':
      return named(issueStatuses, statusNames)
    case 'priority':
      return named([...issuePriorities].reverse(), ui.priority)
    case 'visibility':
      return named(issueVisibilities, text.visibilities)
    case 'assignee_id':
      return [...assignable, { value: NO_VALUE, label: issues.nobody }]
    case 'level_id':
      return places(levels, issues.noLevel)
    case 'section_id':
      return places(sections, text.noSection)
    case 'type':
      return types.listOptions()
    case 'trade':
      return trades.listOptions()
    default:
      return []
  }
}
