import { filterMembers, listMembers } from '@plumbline/contract/access/access'
import { cutText } from '@plumbline/contract/characters'
import { isRequired } from '@plumbline/contract/issues/custom-fields'
import { issuePriorities } from '@plumbline/contract/issues/issue-fields'
import { deleteIssue, type Issue } from '@plumbline/contract/issues/issues'
import { listLabels } from '@plumbline/contract/issues/lists'
import { listLevels } from '@plumbline/contract/projects/projects'
import { getTradeOfClass } from '@plumbline/contract/projects/trades'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useDraftFiles } from '../../api/draft-files.ts'
import { toastError, useRead, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'
import { randomId } from '../../base/random-id.ts'
import { typedForIssueCard } from '../../base/typed-ahead.ts'
import { OVER_CANVAS } from '../../bim/viewer/covered-areas.ts'
import { formatIfcClass } from '../../bim/viewer/format-ifc-class.ts'
import { useSession } from '../../bim/viewer/ModelCanvas.tsx'
import type { ModelSession } from '../../bim/viewer/model-session.ts'
import type { IssueLocation } from '../../bim/viewer/session-state.ts'
import { useViewerText } from '../../bim/viewer/text.ts'
import { useReframe } from '../../bim/viewer/use-reframe.ts'
import { type TermWords, useTradeWords } from '../../projects/vocabulary.tsx'
import { Button } from '../../ui/Button.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { TagInput } from '../../ui/TagInput.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { NewCustomFields } from '../custom-fields/NewCustomFields.tsx'
import { listMissing, pickOffered } from '../custom-fields/new-values.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { uploadAttachments } from '../detail/attachment-uploads.ts'
import { useDetailText } from '../detail/text.ts'
import { useFieldNames } from '../field-names.ts'
import { NewIssueFiles } from '../NewIssueFiles.tsx'
import {
  buildNewIssueDraftKey,
  continueNewIssueDraft,
  emptyNewIssue,
  type NewIssueDraft,
  type NewIssueValues,
} from '../new-issue.ts'
import { useIssueText } from '../text.ts'
import { useCreateIssue } from '../use-create-issue.ts'
import { useTypeWords } from '../use-type-words.ts'

/** error of a required field without a value */
const emptyIssue = { path: ['value'], message: '', lacks: 'value' } as const

function suggestTitle({ element }: IssueLocation): string {
  if (!element) return ''
  const name = [formatIfcClass(element.class), element.name].filter(Boolean).join(' ')
  return cutText([name, element.storey].filter(Boolean).join(' - '), 255)
}

type CardValues = Pick<
  NewIssueValues,
  | 'name'
  | 'description'
  | 'priority'
  | 'assignee_id'
  | 'due_date'
  | 'type'
  | 'trade'
  | 'labels'
  | 'custom_fields'
>

/**
 * Builds the request body: form values plus anchor and level derived from the picked element, and a snapshot of the view.
 */
async function buildIssueBody(
  session: ModelSession,
  place: IssueLocation,
  levelId: string | null,
  draft: CardValues,
  storedDraft: NewIssueDraft | null,
) {
  const { is_sent: _, ...stored } = storedDraft ?? {}
  const [x, y, z] = place.point
  const { element } = place
  return {
    ...stored,
    ...draft,
    level_id: levelId ?? storedDraft?.level_id ?? null,
    anchors: [
      {
        bim_file_header_id: place.header_id,
        variant_version_at_creation: place.version,
        ifc_guid: element?.guid ?? null,
        ifc_class: element?.class ?? null,
        element_name: element?.name || null,
        axes: place.axes,
        point: { x, y, z },
      },
    ],
    viewpoints: [await session.views.captureForIssue()],
  }
}

/** Card that creates an issue at the picked element; a title and Ctrl+Enter are enough. */
export function NewIssueCard(props: {
  projectId: string
  place: IssueLocation
  onClose: () => void
  onCreated: (issue: Issue) => void
}) {
  const { place, projectId } = props
  const text = useViewerText()
  const uiText = useUiText()
  const session = useSession()
  const trades = useTradeWords()
  const title = useRef<HTMLInputElement>(null)
  const [more, setMore] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const me = useMe()
  // continues the draft of the new-issue dialog after its "Pick in model"
  const draftName = buildNewIssueDraftKey(projectId)
  const [storedDraft] = useState(() =>
    continueNewIssueDraft(drafts.read(me.id, draftName), {
      id: randomId(),
      is_sent: false,
      ...emptyNewIssue,
    }),
  )
  const [typed] = useState(typedForIssueCard.read)
  const [id] = useState(() => storedDraft?.id ?? randomId())
  const isSent = useRef(storedDraft?.is_sent ?? false)
  const [draft, setDraft] = useState<CardValues>({
    name: typed || storedDraft?.name || suggestTitle(place),
    description: storedDraft?.description ?? '',
    priority: storedDraft?.priority ?? 'MEDIUM',
    assignee_id: storedDraft?.assignee_id ?? null,
    due_date: storedDraft?.due_date ?? null,
    type: storedDraft?.type ?? emptyNewIssue.type,
    trade: chooseTrade(storedDraft, place, trades),
    labels: storedDraft?.labels ?? [],
    custom_fields: storedDraft?.custom_fields ?? {},
  })
  const handle = useDraftFiles(draftName)
  const { forgetFiles, readFiles } = handle
  useReframe(more)
  const store = (values: CardValues) => {
    const next = { ...emptyNewIssue, ...storedDraft, ...values, id, is_sent: isSent.current }
    drafts.write(me.id, draftName, JSON.stringify(next))
  }
  const submitting = useRef(false)
  const set = (values: Partial<CardValues>) => {
    // input entered while the issue is being created would be lost with the card
    if (submitting.current) return
    const next = { ...draft, ...values }
    setDraft(next)
    store(next)
  }
  const { data: levels } = useRead(listLevels, { params: { id: projectId } }, { silent: true })
  const remove = useWrite(deleteIssue)
  const create = useCreateIssue(projectId, {
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields.name : undefined
      setProblem(field ?? null)
      if (!field) toastError(error)
    },
    onKept: () => {
      drafts.write(me.id, draftName, '')
      forgetFiles()
      props.onClose()
    },
    onDone: (issue) => {
      drafts.write(me.id, draftName, '')
      const { files, shapesOf } = readFiles()
      uploadAttachments(projectId, issue, files, { shapesOf })
      forgetFiles()
      props.onCreated(issue)
      const params = { id: projectId, issueId: issue.id }
      toast.success({
        title: text.created(issue.number),
        action: { label: text.undo, run: () => remove.run({ params }) },
      })
    },
  })
  const { offered } = useCustomFields(projectId)
  const [missing, setMissing] = useState<readonly string[]>([])
  const proposed = useRef(true)
  useEffect(() => {
    typedForIssueCard.stop()
    // selected only once: when the page is shown again, the next key must not overwrite typed text
    if (proposed.current && !typed) title.current?.select()
    else if (proposed.current) title.current?.setSelectionRange(typed.length, typed.length)
    proposed.current = false
  }, [typed])
  const submit = async () => {
    if (submitting.current) return
    const missing = listMissing(offered, draft.custom_fields, draft.type)
    setMissing(missing.map((field) => field.id))
    if (missing.length > 0) return
    submitting.current = true
    isSent.current = true
    store(draft)
    try {
      const level = levels?.find((each) => each.name === place.element?.storey)
      const body = await buildIssueBody(session, place, level?.id ?? null, draft, storedDraft)
      const custom_fields = pickOffered(offered, draft.custom_fields)
      await create.send({ ...body, custom_fields, id }, readFiles).catch(() => undefined)
    } finally {
      submitting.current = false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') props.onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
  }
  return (
    <form
      {...OVER_CANVAS}
      aria-label={text.newIssue}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="absolute inset-x-2 bottom-2 z-10 flex max-h-[calc(100%-5rem)] flex-col gap-1 overflow-y-auto rounded-card border border-line bg-raised p-4 shadow-float sm:inset-x-auto sm:end-4 sm:bottom-auto sm:top-4 sm:w-90"
    >
      <Field label={text.title} required error={problem ?? undefined}>
        <Input ref={title} autoFocus value={draft.name} onChange={(name) => set({ name })} maxLength={255} />
      </Field>
      <p className="text-13 text-text-muted">
        {place.element ? text.at(place.element.name || place.element.class) : text.inView}
      </p>
      <NewIssueFiles photos files={handle} />
      <FirstFields projectId={projectId} draft={draft} set={set} />
      <NewCustomFields
        required
        projectId={projectId}
        fields={offered.filter((field) => isRequired(field, draft.type))}
        values={draft.custom_fields}
        onChange={(custom_fields) => set({ custom_fields })}
        errors={Object.fromEntries(missing.map((each) => [each, uiText.fieldIssue(emptyIssue)]))}
      />
      {more && <MoreFields projectId={projectId} draft={draft} set={set} />}
      <div className="mt-2 flex items-center gap-2">
        {!more && (
          <Button look="ghost" onClick={() => setMore(true)}>
            {text.more}
          </Button>
        )}
        <Button
          className="ms-auto"
          onClick={() => {
            drafts.write(me.id, draftName, '')
            forgetFiles()
            props.onClose()
          }}
        >
          {text.cancel}
        </Button>
        <Button look="primary" type="submit" loading={create.pending}>
          {text.create}
        </Button>
      </div>
    </form>
  )
}

/** The trade of the draft, otherwise of the picked element's class if the project offers it. */
function chooseTrade(
  stored: NewIssueValues | null,
  { element }: IssueLocation,
  { isOffered }: Pick<TermWords<string>, 'isOffered'>,
): CardValues['trade'] {
  if (stored && stored.trade !== 'GENERAL') return stored.trade
  const usual = element ? getTradeOfClass(element.class) : 'GENERAL'
  return isOffered(usual) ? usual : 'GENERAL'
}

interface FieldsProps {
  projectId: string
  draft: CardValues
  set: (values: Partial<CardValues>) => void
}

/** The fields that a site manager fills in first, after title and photo. */
function FirstFields({ projectId, draft, set }: FieldsProps) {
  const text = useIssueText()
  const detail = useDetailText()
  const names = useFieldNames()
  const types = useTypeWords()
  const trades = useTradeWords()
  const { data: labels } = useRead(listLabels, { params: { id: projectId } }, { silent: true })
  return (
    <div className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1">
      <Field label={text.type}>
        <Select
          options={types.listOptions(draft.type)}
          value={draft.type}
          onChange={(type) => type && set({ type })}
        />
      </Field>
      <Field label={text.trade}>
        <Select
          options={trades.listOptions(draft.trade)}
          value={draft.trade}
          onChange={(trade) => trade && set({ trade })}
        />
      </Field>
      <div className="col-span-2">
        <Field label={names.labels[0]}>
          <TagInput
            known={(labels ?? []).map(({ label }) => label)}
            placeholder={detail.labelHint}
            value={draft.labels}
            onChange={(chosen) => set({ labels: chosen })}
          />
        </Field>
      </div>
    </div>
  )
}

function MoreFields(props: FieldsProps) {
  const { draft, set } = props
  const text = useViewerText()
  const uiText = useUiText()
  const { data: members } = useRead(listMembers, { params: { id: props.projectId } }, { silent: true })
  const people = filterMembers(members ?? [])
    .filter((member) => member.permission_level !== 'VIEWER')
    .map(({ user }) => ({ value: user.id, label: `${user.first_name} ${user.last_name}` }))
  return (
    <div className="mt-2 flex flex-col gap-3">
      <Field label={text.description}>
        <Textarea value={draft.description} onChange={(description) => set({ description })} />
      </Field>
      <Field label={text.assignee}>
        <OptionPicker
          options={people}
          unread={!members}
          placeholder={text.nobody}
          value={draft.assignee_id}
          onChange={(assignee_id) => set({ assignee_id })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={text.priority}>
          <Select
            options={issuePriorities.map((value) => ({ value, label: uiText.priority[value] }))}
            value={draft.priority}
            onChange={(priority) => priority && set({ priority })}
          />
        </Field>
        <Field label={text.due}>
          <DatePicker value={draft.due_date ?? ''} onChange={(day) => set({ due_date: day || null })} />
        </Field>
      </div>
    </div>
  )
}
