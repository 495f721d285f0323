import { type CustomValue, mergeCustomValues } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { fieldsIn, issuePriorities } from '@plumbline/contract/issues/issue-fields'
import {
  createIssueTemplate,
  type IssueTemplate,
  listLabels,
  updateIssueTemplate,
} from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { sendChanges } from '../../base/pick-changes.ts'
import { useTradeWords } from '../../projects/vocabulary.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { TagInput } from '../../ui/TagInput.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { useUiText } from '../../ui/text.tsx'
import { CustomControl } from '../custom-fields/CustomControl.tsx'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { useFieldNames } from '../field-names.ts'
import { useListText } from '../list/text.ts'
import { PlainControl } from '../PlainControl.tsx'
import { useIssueText } from '../text.ts'
import { useTypeWords } from '../use-type-words.ts'

const UNSET = ''
type TemplateFields = IssueTemplate['fields']

/** Form of an issue template; fields left at "Default" are not part of the template. */
export function TemplateForm(props: {
  project: Project
  template: IssueTemplate | null
  onDone: () => void
}) {
  const { project, template, onDone } = props
  const text = useListText()
  const issues = useIssueText()
  const types = useTypeWords()
  const trades = useTradeWords()
  const names = useFieldNames()
  const ui = useUiText()
  const [title, setTitle] = useState(template?.title ?? '')
  const [days, setDays] = useState(template?.due_in_days === null ? '' : String(template?.due_in_days ?? ''))
  const [fields, setFields] = useState<TemplateFields>(template?.fields ?? {})
  const { data: labels } = useRead(listLabels, { params: { id: project.id } }, { silent: true })
  const create = useWrite(createIssueTemplate, { onDone })
  const update = useWrite(updateIssueTemplate, { onDone })
  const params = { id: project.id }
  /** sets a field, or removes it if the value is empty */
  const set = (
    name: Exclude<keyof TemplateFields, 'custom_fields'>,
    value: string | number | string[] | null,
  ) =>
    setFields(({ [name]: _, ...rest }) => {
      const isEmpty = value === null || (typeof value !== 'number' && value.length === 0)
      return (isEmpty ? rest : { ...rest, [name]: value }) as TemplateFields
    })
  const { offered } = useCustomFields(project.id)
  // people change more often than templates: like the assignee they are chosen in each issue
  const own = offered.filter(({ kind }) => kind !== 'PERSON')
  const setOwn = (id: string, value: CustomValue | null) =>
    setFields(({ custom_fields, ...rest }) => ({
      ...rest,
      custom_fields: mergeCustomValues(custom_fields ?? {}, { [id]: value }),
    }))
  const body = { title, fields, due_in_days: /^\d+$/.test(days.trim()) ? Number(days) : null }
  const usual = { value: UNSET, label: text.templateDefault }
  const choices = (values: readonly string[], names: Record<string, string>) => [
    usual,
    ...values.map((value) => ({ value, label: names[value] ?? value })),
  ]
  return (
    <Form
      schema={createIssueTemplate.body}
      draft={template ? `template.${template.id}` : `new-template.${project.id}`}
      fixed={body}
      onSubmit={() => {
        if (!template) return create.send({ params, body })
        const at = { ...params, templateId: template.id }
        const send = ({ fields, ...changes }: Partial<typeof body>) => {
          const both = fields && { fields, fields_before: template.fields }
          return update.send({ params: at, body: { ...changes, ...both } })
        }
        return sendChanges(template, body, send, onDone)
      }}
      errors={create.error?.fields ?? update.error?.fields}
    >
      <Field name="title" label={text.templateName} required>
        <Input maxLength={120} value={title} onChange={setTitle} />
      </Field>
      <Field draftName="issue_name" label={text.templateTitle}>
        <Input maxLength={255} value={fields.name ?? ''} onChange={(value) => set('name', value)} />
      </Field>
      <Field draftName="description" label={issues.description}>
        <Textarea
          maxLength={10_000}
          value={fields.description ?? ''}
          onChange={(value) => set('description', value)}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field draftName="type" label={issues.type}>
          <Select
            options={[usual, ...types.listOptions(fields.type)]}
            value={fields.type ?? UNSET}
            onChange={(value) => set('type', value)}
          />
        </Field>
        <Field draftName="priority" label={issues.priority}>
          <Select
            options={choices(issuePriorities, ui.priority)}
            value={fields.priority ?? UNSET}
            onChange={(value) => set('priority', value)}
          />
        </Field>
        <Field draftName="trade" label={issues.trade}>
          <Select
            options={[usual, ...trades.listOptions(fields.trade)]}
            value={fields.trade ?? UNSET}
            onChange={(value) => set('trade', value)}
          />
        </Field>
        <Field draftName="days" label={text.dueInDays}>
          <Input inputMode="numeric" maxLength={4} value={days} onChange={setDays} />
        </Field>
        {fieldsIn('template', 'line', 'decimal').map((field) => (
          <Field key={field} draftName={field} label={names[field][0]}>
            <PlainControl
              field={field}
              value={fields[field] ?? null}
              onChange={(value) => set(field, value)}
            />
          </Field>
        ))}
        {own.map((field) => (
          <Field key={field.id} draftName={buildCustomKey(field.id)} label={field.name}>
            <CustomControl
              projectId={project.id}
              field={field}
              value={fields.custom_fields?.[field.id] ?? null}
              placeholder={text.templateDefault}
              onChange={(value) => setOwn(field.id, value)}
            />
          </Field>
        ))}
      </div>
      <Field draftName="labels" label={text.labels}>
        <TagInput
          known={(labels ?? []).map(({ label }) => label)}
          value={fields.labels ?? []}
          onChange={(value) => set('labels', value)}
        />
      </Field>
      <DialogActions start={<Button onClick={onDone}>{text.backToValues}</Button>}>
        <Button look="primary" type="submit">
          {text.save}
        </Button>
      </DialogActions>
    </Form>
  )
}
