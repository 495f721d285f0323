import { type Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useMe } from '../api/session.ts'
import { drafts } from '../base/drafts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { Markdown } from './composer/Markdown.tsx'
import { decodeMentions, encodeMentions } from './composer/mentions.ts'
import type { IssueField } from './detail/conflict.ts'
import { FoldedText } from './detail/FoldedText.tsx'
import { useOpenIssue } from './detail/issue-context.ts'
import { useMentionable } from './detail/use-mentionable.ts'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

/** Storage key of the unsaved title and description of an issue. */
const titleDraft = ({ id }: Issue) => `issue-words.${id}`

type Words = 'name' | 'description'

/** Title and description of an issue; pressing either edits both in their place. */
export function IssueTitle({ flashed }: { flashed: ReadonlySet<IssueField> }) {
  const { project, issue, mayNotEdit } = useOpenIssue()
  const text = useIssueText()
  const { nameOf } = usePeople(project.id)
  const me = useMe()
  // a snapshot from the start of editing: live updates must not change the form
  const [edited, setEdited] = useState<{ issue: Issue; focus: Words } | null>(() =>
    drafts.read(me.id, titleDraft(issue)) && !mayNotEdit ? { issue, focus: 'name' } : null,
  )
  if (edited)
    return (
      <EditTitleForm
        issue={edited.issue}
        focus={edited.focus}
        onDone={() => {
          drafts.write(me.id, titleDraft(issue), '')
          setEdited(null)
        }}
      />
    )
  const flash = (field: IssueField) =>
    cx('rounded-mark transition-colors duration-1000', flashed.has(field) && 'bg-accent-soft')
  /** A press that neither follows a link nor selects text. */
  const edit = (focus: Words) => (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null
    if (!mayNotEdit && !isLink && getSelection()?.isCollapsed !== false) setEdited({ issue, focus })
  }
  const pressable = mayNotEdit ? '' : 'cursor-text'
  return (
    <div>
      <div className="flex items-start gap-2">
        {/* biome-ignore lint/a11y: the button beside it does the same by keyboard */}
        <h2
          dir="auto"
          onClick={edit('name')}
          className={cx('min-w-0 flex-1 break-words font-semibold text-20', pressable, flash('name'))}
        >
          {issue.name}
        </h2>
        {!mayNotEdit && (
          <IconButton
            size="small"
            name={text.edit}
            icon={<Pencil aria-hidden />}
            onClick={() => setEdited({ issue, focus: 'name' })}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y: the button above does the same by keyboard */}
      <div onClick={edit('description')} className={cx('mt-1', pressable, flash('description'))}>
        {issue.description ? (
          <FoldedText>
            <Markdown text={issue.description} projectId={project.id} nameOf={nameOf} />
          </FoldedText>
        ) : (
          !mayNotEdit && <p className="text-text-muted">{text.addDescription}</p>
        )}
      </div>
    </div>
  )
}

function EditTitleForm(props: { issue: Issue; focus: Words; onDone: () => void }) {
  const { issue, focus, onDone } = props
  const { project, save } = useOpenIssue()
  const me = useMe()
  const text = useIssueText()
  const { people } = useMentionable(project.id)
  const [base] = useState({ name: issue.name, description: issue.description })
  const form = useRef<HTMLDivElement>(null)
  /** Escape leaves an untouched form; typed text is only discarded by the button. */
  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (drafts.read(me.id, titleDraft(issue)))
      form.current?.querySelector<HTMLElement>('[data-cancel]')?.focus()
    else onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives the keys of the fields inside
    <div ref={form} onKeyDown={onEscape}>
      <Form
        schema={updateIssue.body}
        aria-label={text.edit}
        className="gap-0"
        draft={titleDraft(issue)}
        draftBase={base}
        onSubmit={async ({ name = '', description = '' }, valuesAtStart) => {
          const changes = { name, description: encodeMentions(description, people) }
          const isSaved = await save(changes, { base: valuesAtStart as typeof base })
          if (isSaved) onDone()
          return isSaved
        }}
      >
        <Field name="name" label={text.title} required hideLabel>
          <Input
            autoFocus={focus === 'name'}
            defaultValue={issue.name}
            maxLength={255}
            placeholder={text.title}
            className="h-9 font-semibold text-20! pointer-coarse:h-11"
          />
        </Field>
        <Field name="description" label={text.description} hideLabel>
          <Textarea
            autoFocus={focus === 'description'}
            defaultValue={decodeMentions(issue.description, people)}
            placeholder={text.description}
            rows={3}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button data-cancel onClick={onDone}>
            {text.cancel}
          </Button>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </div>
      </Form>
    </div>
  )
}
