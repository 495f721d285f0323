import { fieldsOf, issuePriorities, issueVisibilities } from '@plumbline/contract/issues/issue-fields'
import { listLabels } from '@plumbline/contract/issues/lists'
import { listLevels, listSections } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { useTradeWords } from '../projects/vocabulary.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { Select } from '../ui/Select.tsx'
import { TagInput } from '../ui/TagInput.tsx'
import { useUiText } from '../ui/text.tsx'
import { CustomFieldRows } from './custom-fields/CustomFieldRows.tsx'
import type { IssueField } from './detail/conflict.ts'
import { HighlightedField } from './detail/HighlightedField.tsx'
import { useOpenIssue } from './detail/issue-context.ts'
import { DayValue, TypedValue } from './detail/TypedValue.tsx'
import { useDetailText } from './detail/text.ts'
import { Watchers } from './detail/Watchers.tsx'
import { useFieldNames } from './field-names.ts'
import { buildPlainChange, PlainControl, type PlainField } from './PlainControl.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'
import { useTypeWords } from './use-type-words.ts'

const NONE = 'none'
const ELSEWHERE = 'elsewhere'
const orNull = (value: string | null) => (value === null || value === NONE ? null : value)

/** The fields of an issue; each change is saved immediately, with an optimistic update. */
export function IssueFields({ flashed }: { flashed: ReadonlySet<IssueField> }) {
  const text = useIssueText()
  const types = useTypeWords()
  const trades = useTradeWords()
  const names = useFieldNames()
  const uiText = useUiText()
  const { project, issue, mayNotEdit, save } = useOpenIssue()
  const params = { id: project.id }
  const { data: levels } = useRead(listLevels, { params }, { silent: true })
  const disabled = mayNotEdit !== false
  return (
    <div className="flex flex-col">
      {mayNotEdit && <p className="pb-1 text-13 text-text-muted">{mayNotEdit}</p>}
      <HighlightedField
        label={text.assignee}
        field="assignee_id"
        flashed={flashed}
        help={issue.assigned_to === null ? undefined : text.notOfProject}
      >
        <Assignee disabled={disabled} />
      </HighlightedField>
      <HighlightedField label={text.priority} field="priority" flashed={flashed}>
        <Select
          disabled={disabled}
          options={issuePriorities.map((value) => ({ value, label: uiText.priority[value] }))}
          value={issue.priority}
          onChange={(priority) => priority && void save({ priority })}
        />
      </HighlightedField>
      <HighlightedField label={text.type} field="type" flashed={flashed}>
        <Select
          disabled={disabled}
          options={types.listOptions(issue.type)}
          value={issue.type}
          onChange={(type) => type && void save({ type })}
        />
      </HighlightedField>
      <HighlightedField label={text.due} field="due_date" flashed={flashed}>
        <DayValue
          disabled={disabled}
          value={issue.due_date}
          onSave={(due_date, began) => void save({ due_date }, { base: { due_date: began } })}
        />
      </HighlightedField>
      <HighlightedField label={text.trade} field="trade" flashed={flashed}>
        <Select
          disabled={disabled}
          options={trades.listOptions(issue.trade)}
          value={issue.trade}
          onChange={(trade) => trade && void save({ trade })}
        />
      </HighlightedField>
      <HighlightedField label={text.level} field="level_id" flashed={flashed}>
        <OptionPicker
          disabled={disabled}
          options={[{ value: NONE, label: text.noLevel }, ...namesOf(levels)]}
          unread={!levels}
          value={issue.level_id ?? NONE}
          onChange={(value) => void save({ level_id: orNull(value) })}
        />
      </HighlightedField>
      <HighlightedField label={names.labels[0]} field="labels" flashed={flashed}>
        <Labels disabled={disabled} />
      </HighlightedField>
      <RareFields flashed={flashed} disabled={disabled} />
    </div>
  )
}

/**
 * Picker of the assignee; it also offers the current one who has left the project or is only named in the imported file.
 */
function Assignee({ disabled }: { disabled: boolean }) {
  const text = useIssueText()
  const detail = useDetailText()
  const { project, issue, save } = useOpenIssue()
  const { assignable, nameOf, orElse, isUnread } = usePeople(project.id)
  const { assignee_id, assigned_to } = issue
  const options = [...assignable]
  if (assignee_id !== null && !assignable.some(({ value }) => value === assignee_id))
    options.push({ value: assignee_id, label: nameOf(assignee_id) ?? orElse(detail.formerMember) })
  if (assigned_to !== null) options.push({ value: ELSEWHERE, label: assigned_to })
  return (
    <Combobox
      savesAtOnce
      disabled={disabled}
      options={options}
      unread={isUnread}
      placeholder={text.nobody}
      value={assigned_to === null ? assignee_id : ELSEWHERE}
      onChange={(value) => value !== ELSEWHERE && void save({ assignee_id: value })}
    />
  )
}

/** Rarely used fields: shown if they have a value, or after "More fields" is pressed. */
function RareFields({ flashed, disabled }: { flashed: ReadonlySet<IssueField>; disabled: boolean }) {
  const detail = useDetailText()
  const names = useFieldNames()
  const { project, issue, save } = useOpenIssue()
  const { data: sections } = useRead(listSections, { params: { id: project.id } }, { silent: true })
  const [all, setAll] = useState(false)
  return (
    <>
      <CustomFieldRows all={all} flashed={flashed} disabled={disabled} />
      {(all || issue.section_id !== null) && (
        <HighlightedField label={names.section_id[0]} field="section_id" flashed={flashed}>
          <OptionPicker
            disabled={disabled}
            options={[{ value: NONE, label: detail.noSection }, ...namesOf(sections)]}
            unread={!sections}
            value={issue.section_id ?? NONE}
            onChange={(value) => void save({ section_id: orNull(value) })}
          />
        </HighlightedField>
      )}
      {fieldsOf('line', 'decimal').map(
        (field) =>
          (all || issue[field] !== null) && (
            <HighlightedField key={field} label={names[field][0]} field={field} flashed={flashed}>
              <PlainValue field={field} disabled={disabled} />
            </HighlightedField>
          ),
      )}
      {(all || issue.visibility !== 'ALL') && (
        <HighlightedField
          label={names.visibility[0]}
          field="visibility"
          flashed={flashed}
          help={detail.visibilityHint[issue.visibility]}
        >
          <Select
            disabled={disabled}
            options={issueVisibilities.map((value) => ({ value, label: detail.visibilities[value] }))}
            value={issue.visibility}
            onChange={(visibility) => visibility && void save({ visibility })}
          />
        </HighlightedField>
      )}
      {(all || issue.watcher_ids.length > 0) && (
        <HighlightedField label={names.watcher_ids[0]} field="watcher_ids" flashed={flashed}>
          <Watchers />
        </HighlightedField>
      )}
      {!all && (
        <Button look="ghost" size="small" className="-ms-2 self-start" onClick={() => setAll(true)}>
          {detail.moreFields}
        </Button>
      )}
    </>
  )
}

const namesOf = (places: readonly { id: string; name: string }[] | undefined) =>
  (places ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** A line or a number, saved on blur or Enter. */
function PlainValue({ field, disabled }: { field: PlainField; disabled: boolean }) {
  const { issue, save } = useOpenIssue()
  return (
    <TypedValue<string | number>
      value={issue[field]}
      onSave={(value, began) =>
        void save(buildPlainChange(field, value), { base: buildPlainChange(field, began) })
      }
    >
      {(value, type) => <PlainControl field={field} value={value} onChange={type} disabled={disabled} />}
    </TypedValue>
  )
}

function Labels({ disabled }: { disabled: boolean }) {
  const detail = useDetailText()
  const { project, issue, save } = useOpenIssue()
  const { data } = useRead(listLabels, { params: { id: project.id } }, { silent: true, enabled: !disabled })
  return (
    <TagInput
      disabled={disabled}
      known={(data ?? []).map(({ label }) => label)}
      placeholder={disabled ? undefined : detail.labelHint}
      value={issue.labels}
      onChange={(labels) => void save({ labels })}
    />
  )
}
