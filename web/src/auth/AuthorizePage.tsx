import { AuthorizationRequest, getConsent, giveConsent } from '@plumbline/contract/auth/oauth'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { capitalise } from '../ui/toast.ts'
import { useAuthorizeText } from './authorize-text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

const known = Object.keys(AuthorizationRequest.shape)

/** The OAuth 2 consent page: a program asks for access on behalf of the person. Every request asks again. */
export function AuthorizePage() {
  const text = useAuthorizeText()
  const [search] = useSearch()
  const [done, setDone] = useState(false)
  const parameters = Object.entries(search).filter(([name, value]) => known.includes(name) && value)
  const request: AuthorizationRequest = Object.fromEntries(parameters)
  const { data: program, error, refetch } = useRead(getConsent, { query: request }, { enabled: !done })
  const decide = useWrite(giveConsent, {
    onDone: ({ redirect_to }) => {
      setDone(true)
      location.assign(redirect_to)
    },
  })
  if (done)
    return (
      <VisitorLayout title={text.returned}>
        <p role="status">{text.returnedHint}</p>
      </VisitorLayout>
    )
  if (error) return <InvalidRequest error={error} onRetry={() => void refetch()} />
  if (!program)
    return (
      <VisitorLayout title={text.title}>
        <Spinner />
      </VisitorLayout>
    )
  return (
    <VisitorLayout title={text.title} hint={<SignedIn />}>
      <dl className="flex flex-col gap-3">
        <Fact name={text.program}>
          <span className="flex flex-wrap items-center gap-2">
            <bdi className="min-w-0 break-words font-semibold">{program.name}</bdi>
            <Badge tone="warning">{text.unverified}</Badge>
          </span>
        </Fact>
        {(program.description || program.url) && (
          <Fact name={text.saysOfItself}>
            <bdi className="break-words">{[program.description, program.url].filter(Boolean).join(' ')}</bdi>
          </Fact>
        )}
        <Fact name={text.returnsTo}>
          <bdi className="break-all">
            {program.is_local ? text.thisDevice(program.returns_to) : program.returns_to}
          </bdi>
        </Fact>
      </dl>
      <p className="mt-4 flex gap-2 rounded-control bg-warning-soft px-3 py-2 text-13">
        <TriangleAlert aria-hidden className="mt-0.5 flex-none text-warning" />
        {text.unverifiedHint}
      </p>
      <p className="mt-4">{text.may}</p>
      <ul className="list-disc ps-5">
        {text.mayList.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2 text-text-muted">
        {text.mayNot} {text.until}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          look="primary"
          loading={decide.pending}
          onClick={() => decide.run({ body: { ...request, agreed: true } })}
        >
          {text.allow}
        </Button>
        <Button disabled={decide.pending} onClick={() => decide.run({ body: { ...request, agreed: false } })}>
          {text.refuse}
        </Button>
      </div>
    </VisitorLayout>
  )
}

function SignedIn() {
  const text = useAuthorizeText()
  const { email } = useMe()
  return <p className="break-words">{text.signedIn(email)}</p>
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-text-muted">{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

/** An invalid request is shown here and not redirected: the redirect address is not trusted before consent. */
function InvalidRequest({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const text = useAuthorizeText()
  const isPassing = error.code === 'offline' || error.status >= 500
  return (
    <VisitorLayout title={text.wrong} hint={isPassing ? undefined : text.wrongHint}>
      <p role="alert" className="mb-4">
        {capitalise(error.message)}
      </p>
      {isPassing ? (
        <Button look="primary" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      ) : (
        <ButtonLink look="primary" href={paths.projects}>
          {text.home}
        </ButtonLink>
      )}
    </VisitorLayout>
  )
}
