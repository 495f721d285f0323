import type { NewAnchor } from '@plumbline/contract/issues/anchors'
import { isRequired } from '@plumbline/contract/issues/custom-fields'
import type { Issue } from '@plumbline/contract/issues/issues'
import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import { listIssueTemplates } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { Box } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { useDraftFiles } from '../api/draft-files.ts'
import { toastError, useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { drafts } from '../base/drafts.ts'
import { useNarrow } from '../base/narrow.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { randomId } from '../base/random-id.ts'
import { typedForNewIssue } from '../base/typed-ahead.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { readPastedFiles } from '../ui/pasted-files.ts'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { encodeMentions } from './composer/mentions.ts'
import { NewCustomFields } from './custom-fields/NewCustomFields.tsx'
import { buildNewIssueSchema, pickOffered } from './custom-fields/new-values.ts'
import { useCustomFields } from './custom-fields/use-custom-fields.ts'
import { uploadAttachments } from './detail/attachment-uploads.ts'
import { useDetailText } from './detail/text.ts'
import { useMentionable } from './detail/use-mentionable.ts'
import { computeDay } from './list/list-common-due-dates.ts'
import { NewIssueFields } from './NewIssueFields.tsx'
import { NewIssueFiles } from './NewIssueFiles.tsx'
import {
  applyTemplate,
  buildNewIssueDraftKey,
  continueNewIssueDraft,
  emptyNewIssue,
  type NewIssueDraft,
  type NewIssueValues,
} from './new-issue.ts'
import { useIssueText } from './text.ts'
import { useCreateIssue } from './use-create-issue.ts'

interface NewIssueProps {
  project: Project
  onClose: () => void
  /** the address contains its state */
  linked?: boolean
  /** preselected level and section */
  place?: { level_id: string | null; section_id: string | null }
  /** positions in models or on drawings to attach */
  anchors?: z.output<typeof NewAnchor>[]
  /** initial values, for example from a chat message; the form is then not stored as a draft */
  initial?: Partial<NewIssueValues>
  /** files attached from the start, for example the photos of a chat message */
  files?: readonly File[]
  source?: 'MANUAL' | 'FIELD' | 'CHAT'
  /** called with the new issue; without it the dialog navigates to the issue */
  onCreated?: (issue: Issue) => void
}

function useDraft({ project, place, initial }: NewIssueProps) {
  const me = useMe()
  const name = buildNewIssueDraftKey(project.id)
  const [began] = useState((): NewIssueDraft => {
    const { level_id = null, section_id = null } = place ?? {}
    const first = { id: randomId(), is_sent: false, ...emptyNewIssue, level_id, section_id, ...initial }
    return (initial ? null : continueNewIssueDraft(drafts.read(me.id, name), first)) ?? first
  })
  const [draft, setDraft] = useState(() => ({ ...began, name: began.name + typedForNewIssue.read() }))
  useEffect(typedForNewIssue.stop, [])
  const isLocked = useRef(false)
  function set(values: Partial<NewIssueDraft>) {
    // input entered while the issue is being created would be lost with the form
    if (isLocked.current) return
    const next = { ...draft, ...values }
    setDraft(next)
    if (!initial) drafts.write(me.id, name, JSON.stringify(next))
  }
  return {
    draft,
    isChanged: JSON.stringify({ ...draft, is_sent: began.is_sent }) !== JSON.stringify(began),
    set,
    /** the id is stored before it is sent: a retry after a lost response and a reload cannot create a second issue */
    markSent: () => {
      set({ is_sent: true })
      isLocked.current = true
    },
    unlock: () => {
      isLocked.current = false
    },
    forget: () => drafts.write(me.id, name, ''),
  }
}

/** Dialog that creates an issue with all its fields. (The viewer has a separate card, opened with C.) */
export function NewIssueDialog(props: NewIssueProps) {
  const { project, onClose } = props
  const text = useIssueText()
  const detail = useDetailText()
  const navigate = useNavigate()
  const { people } = useMentionable(project.id)
  const { draft, isChanged, set, markSent, unlock, forget } = useDraft(props)
  const draftName = props.initial ? null : buildNewIssueDraftKey(project.id)
  const handle = useDraftFiles(draftName, props.files)
  const { files, setFiles, forgetFiles, readFiles } = handle
  const narrow = useNarrow()
  const photos = useRef<HTMLFieldSetElement>(null)
  const { is_sent: _, ...values } = draft
  /** the right may be lost while the form is open: its text stays */
  const refusal = mayCreateIssue(project.my_permission_level) ? undefined : text.mayNot
  const create = useCreateIssue(project.id, {
    onDone: (issue) => {
      if (!props.initial) forget()
      onClose()
      const { files, shapesOf } = readFiles()
      uploadAttachments(project.id, issue, files, { shapesOf })
      forgetFiles()
      if (props.onCreated) return props.onCreated(issue)
      toast.success({ title: `#${issue.number} ${issue.name}` })
      navigate(paths.issue(project.id, issue.number))
    },
    onError: toastError,
    onKept: () => {
      if (!props.initial) forget()
      forgetFiles()
      onClose()
    },
  })
  const { offered } = useCustomFields(project.id)
  const required = offered.filter((field) => isRequired(field, draft.type))
  const body = {
    ...values,
    custom_fields: pickOffered(offered, draft.custom_fields),
    description: encodeMentions(draft.description, people),
    source: props.source ?? ('MANUAL' as const),
    ...(props.anchors ? { anchors: props.anchors } : {}),
  }
  const dueIn = (days: number) => computeDay(new Date(), project.timezone, days)
  const pickInModel = () => {
    onClose()
    navigate(paths.viewer(project.id))
    toast.success({ title: text.pickHint })
  }
  const fileRows = (
    <fieldset ref={photos} tabIndex={-1} aria-label={detail.files} className="mb-3 min-w-0 outline-none">
      <NewIssueFiles files={handle} wide={narrow}>
        {!props.anchors && !props.initial && (
          <Button size="small" icon={<Box aria-hidden />} onClick={pickInModel}>
            {text.pickInModel}
          </Button>
        )}
      </NewIssueFiles>
    </fieldset>
  )
  return (
    <Dialog
      open
      linked={props.linked}
      // on a phone photos come first, and a focused title would cover them with the keyboard
      initialFocus={narrow ? photos : undefined}
      onClose={() => {
        if (!props.initial) forget()
        forgetFiles()
        onClose()
      }}
      title={text.newIssue}
      dirty={files.length > (props.files?.length ?? 0) || isChanged}
    >
      <Form
        schema={buildNewIssueSchema(offered, draft)}
        fixed={body}
        problem={refusal}
        onSubmit={() => {
          if (refusal) return false
          markSent()
          return create.send(body, readFiles).finally(unlock)
        }}
        errors={create.error?.fields}
      >
        {narrow && fileRows}
        <Templates
          projectId={project.id}
          onChoose={(template) => set(applyTemplate(draft, template, dueIn, offered))}
        />
        <Field name="name" label={text.title} required>
          <Input maxLength={255} value={draft.name} onChange={(name) => set({ name })} />
        </Field>
        {!narrow && fileRows}
        <Field name="description" label={text.description}>
          <Textarea
            value={draft.description}
            onChange={(description) => set({ description })}
            onPaste={(event) => {
              const pasted = readPastedFiles(event.clipboardData)
              if (pasted.length === 0) return
              event.preventDefault()
              setFiles([...files, ...pasted])
            }}
          />
        </Field>
        <NewCustomFields
          required
          projectId={project.id}
          fields={required}
          values={draft.custom_fields}
          onChange={(custom_fields) => set({ custom_fields })}
        />
        <NewIssueFields
          project={project}
          draft={draft}
          set={set}
          own={offered.filter((field) => !required.includes(field))}
        />
        <DialogActions>
          <Button look="primary" type="submit" disabled={refusal}>
            {text.create}
          </Button>
        </DialogActions>
      </Form>
      <p className="sr-only" role="status">
        {files.length > 0 && detail.filesChosen(files.length)}
      </p>
    </Dialog>
  )
}

function Templates(props: {
  projectId: string
  onChoose: (template: Parameters<typeof applyTemplate>[1]) => void
}) {
  const text = useIssueText()
  const { data } = useRead(listIssueTemplates, { params: { id: props.projectId } }, { silent: true })
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Field label={text.template} className="mb-3">
      <OptionPicker
        options={data.map(({ id, title }) => ({ value: id, label: title }))}
        placeholder={text.noTemplate}
        value={chosen}
        onChange={(id) => {
          setChosen(id)
          const template = data.find((each) => each.id === id)
          if (template) props.onChoose(template)
        }}
      />
    </Field>
  )
}
