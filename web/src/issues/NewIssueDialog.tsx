import { createIssue, issuePriorities, issueTypes } from '@plumbline/contract/issues'
import { listLevels, type Project } from '@plumbline/contract/projects'
import { trades } from '@plumbline/contract/trades'
import { useRead, useWrite } from '../api/query.ts'
import { useNavigate } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

/** An issue without a place in a model; from the model it is made with C. */
export function NewIssueDialog(props: {
  project: Project
  open: boolean
  onClose: () => void
  /** where it is made: its level and section are filled in */
  place?: { level_id: string | null; section_id: string | null }
}) {
  const text = useIssueText()
  const words = useUiText()
  const navigate = useNavigate()
  const { project } = props
  const params = { id: project.id }
  const { assignable } = usePeople(project.id)
  const { data: levels } = useRead(listLevels, { params }, { enabled: props.open })
  const create = useWrite(createIssue, {
    onDone: (issue) => {
      props.onClose()
      toast.success({ title: `#${issue.number} ${issue.name}` })
      navigate(paths.issue(project.id, issue.number))
    },
  })
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.newIssue}>
      <Form
        schema={createIssue.body}
        fixed={props.place?.section_id ? { section_id: props.place.section_id } : undefined}
        onSubmit={(body) => create.send({ params, body })}
        errors={create.error?.fields}
      >
        <Field name="name" label={text.title} required>
          <Input maxLength={255} />
        </Field>
        <Field name="description" label={text.description}>
          <Textarea />
        </Field>
        <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-2">
          <Field name="type" label={text.type}>
            <Select
              options={issueTypes.map((value) => ({ value, label: text.types[value] }))}
              defaultValue="DEFECT"
            />
          </Field>
          <Field name="priority" label={text.priority}>
            <Select
              options={issuePriorities.map((value) => ({ value, label: words.priority[value] }))}
              defaultValue="MEDIUM"
            />
          </Field>
          <Field name="assignee_id" label={text.assignee}>
            <Select options={assignable} placeholder={text.nobody} />
          </Field>
          <Field name="due_date" label={text.due}>
            <DatePicker />
          </Field>
          <Field name="trade" label={text.trade}>
            <Select
              options={trades.map((value) => ({ value, label: text.trades[value] }))}
              defaultValue="GENERAL"
            />
          </Field>
          <Field name="level_id" label={text.level}>
            <Select
              options={(levels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={text.noLevel}
              defaultValue={props.place?.level_id}
            />
          </Field>
        </div>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
