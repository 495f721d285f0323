import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { fieldsOf, issuePriorities, issueVisibilities } from '@plumbline/contract/issues/issue-fields'
import { listLabels } from '@plumbline/contract/issues/lists'
import { listLevels, listSections, type Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { useNarrow } from '../base/narrow.ts'
import { useTradeWords } from '../projects/vocabulary.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { Select } from '../ui/Select.tsx'
import { TagInput } from '../ui/TagInput.tsx'
import { useUiText } from '../ui/text.tsx'
import { NewCustomFields } from './custom-fields/NewCustomFields.tsx'
import { useDetailText } from './detail/text.ts'
import { useFieldNames } from './field-names.ts'
import type { NewIssueValues } from './new-issue.ts'
import { buildPlainChange, PlainControl } from './PlainControl.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'
import { useTypeWords } from './use-type-words.ts'

interface FieldsProps {
  project: Project
  draft: NewIssueValues
  set: (values: Partial<NewIssueValues>) => void
  /** the project's custom fields that the issue does not require */
  own: readonly CustomField[]
}

/** The fields of a new issue besides title and description; collapsed behind "More fields" on phones. */
export function NewIssueFields(props: FieldsProps) {
  const detail = useDetailText()
  const narrow = useNarrow()
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null)
  const [all, setAll] = useState(false)
  const more = (onClick: () => void) => (
    <Button look="ghost" size="small" className="self-start" onClick={onClick}>
      {detail.moreFields}
    </Button>
  )
  if (!(chosenOpen ?? !narrow)) return more(() => setChosenOpen(true))
  return (
    <>
      <div className="grid grid-cols-1 gap-x-3 gap-y-2 sm:grid-cols-2">
        <CommonFields {...props} />
        {all && <RareFields {...props} />}
      </div>
      {!all && more(() => setAll(true))}
    </>
  )
}

function CommonFields({ project, draft, set }: FieldsProps) {
  const text = useIssueText()
  const types = useTypeWords()
  const trades = useTradeWords()
  const uiText = useUiText()
  const { assignable, isUnread } = usePeople(project.id)
  const { data: levels } = useRead(listLevels, { params: { id: project.id } }, { silent: true })
  return (
    <>
      <Field name="type" label={text.type}>
        <Select
          options={types.listOptions(draft.type)}
          value={draft.type}
          onChange={(type) => type && set({ type })}
        />
      </Field>
      <Field name="priority" label={text.priority}>
        <Select
          options={issuePriorities.map((value) => ({ value, label: uiText.priority[value] }))}
          value={draft.priority}
          onChange={(priority) => priority && set({ priority })}
        />
      </Field>
      <Field name="assignee_id" label={text.assignee}>
        <Combobox
          options={assignable}
          unread={isUnread}
          placeholder={text.nobody}
          value={draft.assignee_id}
          onChange={(assignee_id) => set({ assignee_id })}
        />
      </Field>
      <Field name="due_date" label={text.due}>
        <DatePicker
          value={draft.due_date ?? ''}
          onChange={(due_date) => set({ due_date: due_date || null })}
        />
      </Field>
      <Field name="trade" label={text.trade}>
        <Select
          options={trades.listOptions(draft.trade)}
          value={draft.trade}
          onChange={(trade) => trade && set({ trade })}
        />
      </Field>
      <Field name="level_id" label={text.level}>
        <OptionPicker
          options={(levels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          unread={!levels}
          placeholder={text.noLevel}
          value={draft.level_id}
          onChange={(level_id) => set({ level_id })}
        />
      </Field>
    </>
  )
}

function RareFields({ project, draft, set, own }: FieldsProps) {
  const detail = useDetailText()
  const names = useFieldNames()
  const params = { id: project.id }
  const { data: sections } = useRead(listSections, { params }, { silent: true })
  const { data: labels } = useRead(listLabels, { params }, { silent: true })
  return (
    <>
      <NewCustomFields
        projectId={project.id}
        fields={own}
        values={draft.custom_fields}
        onChange={(custom_fields) => set({ custom_fields })}
      />
      <Field name="section_id" label={names.section_id[0]}>
        <OptionPicker
          options={(sections ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          unread={!sections}
          placeholder={detail.noSection}
          value={draft.section_id}
          onChange={(section_id) => set({ section_id })}
        />
      </Field>
      {fieldsOf('line', 'decimal').map((field) => (
        <Field key={field} name={field} label={names[field][0]}>
          <PlainControl
            field={field}
            value={draft[field]}
            onChange={(value) => set(buildPlainChange(field, value))}
          />
        </Field>
      ))}
      <Field name="labels" label={names.labels[0]}>
        <TagInput
          known={(labels ?? []).map(({ label }) => label)}
          placeholder={detail.labelHint}
          value={draft.labels}
          onChange={(chosen) => set({ labels: chosen })}
        />
      </Field>
      <Field name="visibility" label={names.visibility[0]} help={detail.visibilityHint[draft.visibility]}>
        <Select
          options={issueVisibilities.map((value) => ({ value, label: detail.visibilities[value] }))}
          value={draft.visibility}
          onChange={(visibility) => visibility && set({ visibility })}
        />
      </Field>
    </>
  )
}
