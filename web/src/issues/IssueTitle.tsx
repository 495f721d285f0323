import { type Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/session.ts'
import { drafts } from '../base/drafts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { Markdown } from './composer/Markdown.tsx'
import { decodeMentions, encodeMentions } from './composer/mentions.ts'
import type { IssueField } from './detail/conflict.ts'
import { useOpenIssue } from './detail/issue-context.ts'
import { useMentionable } from './detail/use-mentionable.ts'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

/** Storage key of the unsaved title and description of an issue. */
const titleDraft = ({ id }: Issue) => `issue-words.${id}`

/** Title and description of an issue, replaced by a form while they are edited. */
export function IssueTitle({ flashed }: { flashed: ReadonlySet<IssueField> }) {
  const { project, issue, mayNotEdit } = useOpenIssue()
  const text = useIssueText()
  const { nameOf } = usePeople(project.id)
  const me = useMe()
  // a snapshot from the start of editing: live updates must not change the form
  const [edited, setEdited] = useState<Issue | null>(() =>
    drafts.read(me.id, titleDraft(issue)) && !mayNotEdit ? issue : null,
  )
  if (edited)
    return (
      <EditTitleForm
        issue={edited}
        onDone={() => {
          drafts.write(me.id, titleDraft(issue), '')
          setEdited(null)
        }}
      />
    )
  const flash = (field: IssueField) =>
    cx('rounded-mark transition-colors duration-1000', flashed.has(field) && 'bg-accent-soft')
  return (
    <div>
      <div className="flex items-start gap-2">
        <h2 className={cx('min-w-0 flex-1 break-words font-semibold text-20', flash('name'))}>
          {issue.name}
        </h2>
        {!mayNotEdit && (
          <IconButton
            size="small"
            name={text.edit}
            icon={<Pencil aria-hidden />}
            onClick={() => setEdited(issue)}
          />
        )}
      </div>
      {issue.description ? (
        <Markdown
          text={issue.description}
          projectId={project.id}
          nameOf={nameOf}
          className={cx('mt-1', flash('description'))}
        />
      ) : (
        <p className="mt-1 text-text-muted">{text.noDescription}</p>
      )}
    </div>
  )
}

function EditTitleForm({ issue, onDone }: { issue: Issue; onDone: () => void }) {
  const { project, save } = useOpenIssue()
  const text = useIssueText()
  const { people } = useMentionable(project.id)
  const [base] = useState({ name: issue.name, description: issue.description })
  return (
    <Form
      schema={updateIssue.body}
      aria-label={text.edit}
      draft={titleDraft(issue)}
      draftBase={base}
      onSubmit={async ({ name = '', description = '' }, valuesAtStart) => {
        const changes = { name, description: encodeMentions(description, people) }
        const isSaved = await save(changes, { base: valuesAtStart as typeof base })
        if (isSaved) onDone()
        return isSaved
      }}
    >
      <Field name="name" label={text.title} required>
        <Input autoFocus defaultValue={issue.name} maxLength={255} />
      </Field>
      <Field name="description" label={text.description}>
        <Textarea defaultValue={decodeMentions(issue.description, people)} rows={5} />
      </Field>
      <FormActions>
        <Button onClick={onDone}>{text.cancel}</Button>
        <Button look="primary" type="submit">
          {text.save}
        </Button>
      </FormActions>
    </Form>
  )
}
