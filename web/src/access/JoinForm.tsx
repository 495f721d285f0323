import {
  type AccessRequest,
  cancelAccessRequest,
  lookUpAccessCode,
  requestAccess,
} from '@plumbline/contract/access/access'
import type { ReplyOf } from '@plumbline/contract/http'
import { projectRoles } from '@plumbline/contract/roles'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call, isMissing } from '../api/client.ts'
import { useWrite } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useProjectText } from '../projects/text.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { useUiText } from '../ui/text.tsx'
import { capitalise } from '../ui/toast.ts'
import { longDate } from '../users/dates.ts'
import { CodeScanner, canScan } from './CodeScanner.tsx'
import { parseAccessCode, parseSheetPath } from './parse-access-code.ts'
import { useAccessText } from './text.ts'

type FoundProject = ReplyOf<typeof lookUpAccessCode>

/** Requests access by project code: looks the code up, asks for the role, sends the request; a sent request can be cancelled. */
export function JoinForm({ code, onSent }: { code?: string; onSent?: () => void }) {
  const text = useAccessText()
  const [found, setFound] = useState<FoundProject>()
  const [sent, setSent] = useState<AccessRequest>()
  if (sent) return <SentRequest request={sent} />
  const show = (next: FoundProject) => {
    setFound(next)
    // sent before the page was loaded
    if (next.pending_request) onSent?.()
  }
  if (!found) return <CodeStep code={code ?? ''} onFound={show} />
  if (found.already_member)
    return (
      <div className="flex flex-col gap-4">
        <ProjectName found={found} />
        <p>{text.alreadyMember}</p>
        <FormActions>
          <ButtonLink look="primary" href={paths.project(found.id)}>
            {text.openProject}
          </ButtonLink>
        </FormActions>
      </div>
    )
  if (found.pending_request) return <SentRequest request={found.pending_request} />
  return (
    <RequestStep
      found={found}
      onBack={() => setFound(undefined)}
      onSent={(request) => {
        setSent(request)
        onSent?.()
      }}
    />
  )
}

const CodeFields = z.object({ code: z.string().check(z.trim(), z.minLength(8), z.maxLength(400)) })

function CodeStep({ code, onFound }: { code: string; onFound: (found: FoundProject) => void }) {
  const text = useAccessText()
  const ui = useUiText()
  const [problem, setProblem] = useState<string>()
  const [scanning, setScanning] = useState(false)
  const [typed, setTyped] = useState(code)
  const navigate = useNavigate()
  /** The server answers 400 for a text of 400 characters, which is not a code. */
  function describeLookUpError(error: unknown): string {
    if (!(error instanceof ApiError) || isMissing(error)) return text.unknownCode
    if (error.code === 'too_many_requests') return text.tooManyTries
    return error.code === 'offline' ? ui.needsConnection : capitalise(error.message)
  }
  async function lookUp(input: string) {
    setProblem(undefined)
    try {
      onFound(await call(lookUpAccessCode, { params: { code: parseAccessCode(input) } }))
    } catch (error) {
      // on the way to the log-in, which leads back to this code
      if (error instanceof ApiError && error.status === 401) {
        storage.setWanted(paths.client(parseAccessCode(input)))
        return
      }
      setProblem(describeLookUpError(error))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code from the link is looked up once, on mount
  useEffect(() => {
    if (code) void lookUp(code)
  }, [])
  if (scanning)
    return (
      <CodeScanner
        onStop={() => setScanning(false)}
        onCode={(seen) => {
          setScanning(false)
          const sheet = parseSheetPath(seen, location.origin)
          if (sheet) return navigate(sheet)
          setTyped(parseAccessCode(seen))
          void lookUp(seen)
        }}
      />
    )
  return (
    <Form schema={CodeFields} problem={problem} onSubmit={(values) => lookUp(values.code)}>
      <Field name="code" label={text.code} help={text.codeHelp} required>
        <Input
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={typed}
          onChange={setTyped}
        />
      </Field>
      <FormActions>
        {canScan() && <Button onClick={() => setScanning(true)}>{text.scan}</Button>}
        <Button look="primary" type="submit">
          {text.lookUp}
        </Button>
      </FormActions>
    </Form>
  )
}

function ProjectName({ found }: { found: FoundProject }) {
  const text = useAccessText()
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      <p className="font-semibold text-16 [overflow-wrap:anywhere]">{found.name}</p>
      <p className="text-13 text-text-muted">{text.projectOf(found.team_name)}</p>
    </div>
  )
}

function RequestStep(props: {
  found: FoundProject
  onBack: () => void
  onSent: (request: AccessRequest) => void
}) {
  const text = useAccessText()
  const { roles } = useProjectText()
  const { found } = props
  const [problem, setProblem] = useState<string>()
  const request = useWrite(requestAccess, {
    onDone: props.onSent,
    onError: (error) => setProblem(error.code === 'wrong_state' ? text.tryLater : capitalise(error.message)),
  })
  return (
    <Form
      schema={requestAccess.body}
      draft={`join.${found.id}`}
      problem={problem}
      onSubmit={(body) => request.send({ params: { id: found.id }, body })}
    >
      <ProjectName found={found} />
      <Field name="role" label={text.yourRole} required className="mt-4">
        <Select options={projectRoles.map((value) => ({ value, label: roles[value] }))} />
      </Field>
      <Field name="message" label={text.message} help={text.messageHelp}>
        <Textarea maxLength={1000} />
      </Field>
      <FormActions>
        <Button look="ghost" onClick={props.onBack}>
          {text.otherCode}
        </Button>
        <Button look="primary" type="submit">
          {text.requestAccess}
        </Button>
      </FormActions>
    </Form>
  )
}

function SentRequest({ request }: { request: AccessRequest }) {
  const text = useAccessText()
  const [gone, setGone] = useState(false)
  const cancel = useWrite(cancelAccessRequest, { onDone: () => setGone(true) })
  if (gone) return <JoinForm />
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="success">
        <p className="font-medium">{text.requestSent(request.project_name)}</p>
        <p>
          {text.requestedOn(longDate(request.created_at))}. {text.requestSentHint}
        </p>
      </Banner>
      <FormActions>
        <Button
          loading={cancel.pending}
          onClick={() => cancel.run({ params: { id: request.project_id, requestId: request.id } })}
        >
          {text.cancelRequest}
        </Button>
        <ButtonLink look="primary" href={paths.projects}>
          {text.toProjects}
        </ButtonLink>
      </FormActions>
    </div>
  )
}
