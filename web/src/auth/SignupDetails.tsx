import { acceptInvite } from '@plumbline/contract/access/access'
import { type CodeInvitation, checkSignupCode, completeSignup } from '@plumbline/contract/auth/auth'
import { acceptTeamInvite } from '@plumbline/contract/teams/teams'
import { updateMe } from '@plumbline/contract/users/users'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { useRead, useWrite } from '../api/query.ts'
import { loadSession, startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { goTo } from '../base/go-to.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { TermsArticle } from '../settings/TermsArticle.tsx'
import { useTermsUrl } from '../settings/use-terms-url.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { capitalise } from '../ui/toast.ts'
import { useLocale } from '../users/use-locale.ts'
import { CodeCheck } from './MailParts.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

/** The last step of sign-up: name, password and terms. `expired` is the content for an invalid code. */
export function SignupDetails({ code, expired }: { code: string; expired: ReactNode }) {
  const text = useAuthText()
  const [{ custom_signup_code }] = useSearch()
  const [locale] = useLocale()
  const termsUrl = useTermsUrl()
  const [reading, setReading] = useState(false)
  const [isSent, setSent] = useState(false)
  const { data, error, refetch } = useRead(checkSignupCode, { query: { code } })
  const invitation = data?.invitation?.is_pending ? data.invitation : null
  const complete = useWrite(completeSignup, {
    onDone: (me) =>
      void startUserSession(me)
        .then(() => invitation && acceptInvitation(invitation))
        // the onboarding shows invitations that were cancelled meanwhile
        .catch(() => undefined)
        .then(goToNextStep),
    onError: () => {},
  })
  const refused = complete.error
  if (refused?.code === 'link_expired') return expired
  if (!data)
    return (
      <CodeCheck title={text.signupTitle} error={error} onRetry={() => void refetch()} expired={expired} />
    )
  // the code is read again once the account is created
  if (data.has_account && !isSent) return <KnownPerson email={data.email} invitation={data.invitation} />
  const taken = refused?.code === 'already_exists' && (
    <>
      {text.emailTaken}{' '}
      <Link href={`${paths.login}?${new URLSearchParams({ email: data.email })}`}>{text.logInInstead}</Link>
    </>
  )
  return (
    <VisitorLayout
      title={invitation ? text.joinTitle(invitation.name) : text.signupTitle}
      hint={invitation?.invited_by ? text.invitedBy(invitation.invited_by, data.email) : text.for(data.email)}
    >
      <Form
        schema={completeSignup.body}
        draft="sign-up"
        fixed={{ code, locale, custom_signup_code }}
        errors={refused?.fields}
        problem={taken || (refused ? capitalise(refused.message) : undefined)}
        onSubmit={(body) => {
          setSent(true)
          return complete.send({ body })
        }}
      >
        {/* password managers store the password under this username */}
        <input type="hidden" autoComplete="username" value={data.email} />
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <Field name="first_name" label={text.firstName} required>
            <Input autoComplete="given-name" autoFocus />
          </Field>
          <Field name="last_name" label={text.lastName} required>
            <Input autoComplete="family-name" />
          </Field>
        </div>
        <NewPassword label={text.password} />
        <Checkbox name="terms_accepted" label={text.acceptTerms} required />
        <FormActions>
          <Button look="primary" type="submit">
            {invitation ? text.join : text.createAccount}
          </Button>
          {termsUrl ? (
            <ButtonLink look="ghost" href={termsUrl} target="_blank" rel="noreferrer">
              {text.readTerms}
            </ButtonLink>
          ) : (
            <Button look="ghost" onClick={() => setReading(true)}>
              {text.readTerms}
            </Button>
          )}
        </FormActions>
      </Form>
      <Dialog open={reading} onClose={() => setReading(false)} title={text.terms} width="wide" textOnly>
        <TermsArticle />
      </Dialog>
    </VisitorLayout>
  )
}

/** Accepts the invitation whose mail contained the link; the only step left is the page it leads to. */
async function acceptInvitation({ id, project_id, team_id, invited_by }: CodeInvitation) {
  if (project_id) await call(acceptInvite, { params: { id: project_id, inviteId: id } }, { redirects: false })
  else await call(acceptTeamInvite, { params: { id: team_id, inviteId: id } }, { redirects: false })
  await call(updateMe, { body: { mandatory_onboarding_passed: true } })
  if (!project_id) return
  storage.setJoined({ project_id, invited_by })
  storage.setWanted(paths.project(project_id))
}

/** Leads people who follow the link again into the project; by way of the log-in if nobody or another person is signed in. */
function KnownPerson({ email, invitation }: { email: string; invitation: CodeInvitation | null }) {
  const text = useAuthText()
  useEffect(() => {
    // who has not answered finds the invitation in the list of projects
    const joined = invitation && !invitation.is_pending && invitation.project_id
    storage.setWanted(joined ? paths.project(joined) : paths.projects)
    void loadSession().then((me) =>
      me?.email === email
        ? goToNextStep()
        : goTo(`${paths.login}?${new URLSearchParams({ email })}`, { replace: true }),
    )
  }, [email, invitation])
  return (
    <VisitorLayout title={text.signupTitle} hint={text.emailTaken}>
      <Spinner />
    </VisitorLayout>
  )
}
