import { type Issue, updateIssue } from '@plumbline/contract/issues'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { useIssueText } from './text.ts'

/** Title and description, and both as a form while they are edited. */
export function IssueWords(props: {
  issue: Issue
  mayEdit: boolean
  onSave: (body: { name?: string; description?: string }) => Promise<unknown>
}) {
  const { issue } = props
  const text = useIssueText()
  const [editing, setEditing] = useState(false)
  if (!editing)
    return (
      <div>
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 break-words font-semibold text-20">{issue.name}</h2>
          {props.mayEdit && (
            <IconButton
              size="small"
              name={text.edit}
              icon={<Pencil aria-hidden />}
              onClick={() => setEditing(true)}
            />
          )}
        </div>
        <p className={`mt-1 whitespace-pre-wrap break-words ${issue.description ? '' : 'text-text-muted'}`}>
          {issue.description || text.noDescription}
        </p>
      </div>
    )
  return (
    <Form
      schema={updateIssue.body}
      aria-label={text.edit}
      onSubmit={async ({ name, description }) => {
        await props.onSave({ name, description })
        setEditing(false)
      }}
    >
      <Field name="name" label={text.title} required>
        <Input autoFocus defaultValue={issue.name} maxLength={255} />
      </Field>
      <Field name="description" label={text.description}>
        <Textarea defaultValue={issue.description} rows={5} />
      </Field>
      <FormActions>
        <Button onClick={() => setEditing(false)}>{text.cancel}</Button>
        <Button look="primary" type="submit">
          {text.save}
        </Button>
      </FormActions>
    </Form>
  )
}
