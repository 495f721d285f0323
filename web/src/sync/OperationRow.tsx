import { useState } from 'react'
import * as z from 'zod/mini'
import { listDependents, listSendable, type Operation } from '../api/outbox/operation.ts'
import { getOwnOutbox } from '../api/outbox/own-outbox.ts'
import { useWaiting } from '../api/waiting.ts'
import { FilePreview } from '../issues/detail/FilePreview.tsx'
import { useFieldLabels } from '../issues/detail/use-field-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { clockTime, shortDate } from '../users/dates.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { listDispensable, omitDispensable } from './dispensable.ts'
import { exportOperations } from './export-operations.ts'
import { useSyncText } from './text.ts'

/** The text of an operation that the person may correct. */
const editableText = { addComment: 'text', sendMessage: 'message', createIssue: 'name' } as const

const getEditable = ({ kind }: Operation): string | undefined =>
  editableText[kind as keyof typeof editableText]

/** One entry of the outbox: its description, state and actions. */
export function OperationRow({ operation, all }: { operation: Operation; all: readonly Operation[] }) {
  const text = useSyncText()
  const [doing, setDoing] = useState<'edit' | 'discard' | null>(null)
  const { id, kind, label, state, problem, created_at, file } = operation
  const isRefused = state === 'FAILED'
  return (
    <li className="flex flex-col gap-1 border-line border-t py-3">
      <p className="wrap-anywhere">
        <span className="font-medium">{text.kinds[kind]}</span> {label}
      </p>
      {file && (
        <div className="flex items-center gap-2 text-13">
          <FilePreview file={file instanceof File ? file : new File([file], operation.query?.name ?? '')} />
          <span className="min-w-0 flex-1 truncate">{operation.query?.name}</span>
        </div>
      )}
      <Content operation={operation} />
      <p className="text-12 text-text-muted">
        {text.writtenAt(`${shortDate(created_at)} ${clockTime(created_at)}`)}
        {state === 'WAITING' && ` · `}
        {state === 'WAITING' && <WaitingState operation={operation} all={all} />}
      </p>
      {isRefused && (
        <p role="alert" className="text-13 text-danger">
          {problem?.message}
        </p>
      )}
      {state === 'CONFLICT' && <ConflictChoice operation={operation} />}
      {doing === null && (
        <div className="flex flex-wrap gap-2">
          {isRefused && (
            <Button size="small" onClick={() => void getOwnOutbox().retry(id)}>
              {text.retry}
            </Button>
          )}
          {isRefused && operation.project_id && listDispensable(operation).length > 0 && (
            <SendWithout operation={operation} projectId={operation.project_id} />
          )}
          {isRefused && getEditable(operation) && (
            <Button size="small" onClick={() => setDoing('edit')}>
              {text.edit}
            </Button>
          )}
          <Button size="small" look="ghost" onClick={() => void exportOperations([operation], text)}>
            {text.exportOne}
          </Button>
          <Button size="small" look="ghost" onClick={() => setDoing('discard')}>
            {text.discard}
          </Button>
        </div>
      )}
      {doing === 'edit' && <EditText operation={operation} onDone={() => setDoing(null)} />}
      {doing === 'discard' && (
        <DiscardQuestion operation={operation} all={all} onClose={() => setDoing(null)} />
      )}
    </li>
  )
}

function SendWithout({ operation, projectId }: { operation: Operation; projectId: string }) {
  const text = useSyncText()
  const labels = useFieldLabels(projectId)
  const names = listDispensable(operation).map((name) =>
    name === 'anchors' ? text.locations : labels.field(name),
  )
  return (
    <Button size="small" onClick={() => void getOwnOutbox().retry(operation.id, omitDispensable(operation))}>
      {text.sendWithout(names.join(', '))}
    </Button>
  )
}

function WaitingState({ operation, all }: { operation: Operation; all: readonly Operation[] }) {
  const text = useSyncText()
  const { sending, progress } = useWaiting()
  if (sending === operation.id) return text.sending(Math.round(progress))
  return listSendable(all).includes(operation) ? text.waits : text.behind
}

/** The written text, or the changed fields with their new values. */
function Content({ operation }: { operation: Operation }) {
  const { kind, body, project_id } = operation
  const editable = getEditable(operation)
  if (kind === 'updateIssue' && project_id) return <Changes projectId={project_id} body={body ?? {}} />
  if (!editable || kind === 'createIssue') return null
  return <p className="line-clamp-4 whitespace-pre-wrap text-13 wrap-anywhere">{String(body?.[editable])}</p>
}

function Changes({ projectId, body }: { projectId: string; body: Record<string, unknown> }) {
  const text = useSyncText()
  const labels = useFieldLabels(projectId)
  const { comment, ...changes } = body
  return (
    <div className="text-13 wrap-anywhere">
      {Object.entries(changes).map(([field, value]) => (
        <p key={field}>
          <span className="text-text-muted">{labels.field(field)}:</span>{' '}
          {labels.value(field, value) ?? text.nothing}
        </p>
      ))}
      {typeof comment === 'string' && <p className="whitespace-pre-wrap">{comment}</p>}
    </div>
  )
}

const EmptyForm = z.object({})

function EditText({ operation, onDone }: { operation: Operation; onDone: () => void }) {
  const text = useSyncText()
  const field = getEditable(operation) ?? ''
  const [value, setValue] = useState(String(operation.body?.[field] ?? ''))
  const isLine = field === 'name'
  async function save() {
    await getOwnOutbox().retry(operation.id, { ...operation.body, [field]: value })
    onDone()
  }
  return (
    <Form schema={EmptyForm} draft={`outbox.${operation.id}`} onSubmit={save}>
      <Field draftName="text" label={text.edit}>
        {isLine ? (
          <Input autoFocus value={value} onChange={setValue} maxLength={255} />
        ) : (
          <Textarea autoFocus value={value} onChange={setValue} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" type="submit">
          {text.save}
        </Button>
        <Button size="small" onClick={onDone}>
          {text.keep}
        </Button>
      </div>
    </Form>
  )
}

/** Asks twice: the entry exists nowhere else. */
function DiscardQuestion(props: { operation: Operation; all: readonly Operation[]; onClose: () => void }) {
  const { operation, all } = props
  const text = useSyncText()
  const [asked, setAsked] = useState(false)
  const others = listDependents(operation, all).length - 1
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-control bg-danger-soft p-3 text-13">
      <p>
        {asked ? text.discardAgain : text.discardQuestion} {!asked && others > 0 && text.discardWith(others)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" autoFocus onClick={props.onClose}>
          {text.keep}
        </Button>
        {asked ? (
          <Button size="small" look="danger" onClick={() => void getOwnOutbox().discard(operation.id)}>
            {text.discardForGood}
          </Button>
        ) : (
          <Button size="small" onClick={() => setAsked(true)}>
            {text.discard}
          </Button>
        )}
      </div>
    </div>
  )
}
