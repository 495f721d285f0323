import { checkSignupCode, completeSignup } from '@plumbline/contract/auth/auth'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { TermsArticle } from '../settings/TermsArticle.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
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
  const [reading, setReading] = useState(false)
  const { data, error, refetch } = useRead(checkSignupCode, { query: { code } })
  const complete = useWrite(completeSignup, {
    onDone: (me) => void startUserSession(me).then(goToNextStep),
    onError: () => {},
  })
  const refused = complete.error
  if (refused?.code === 'link_expired') return expired
  if (!data)
    return (
      <CodeCheck title={text.signupTitle} error={error} onRetry={() => void refetch()} expired={expired} />
    )
  const taken = refused?.code === 'already_exists' && (
    <>
      {text.emailTaken}{' '}
      <Link href={`${paths.login}?${new URLSearchParams({ email: data.email })}`}>{text.logInInstead}</Link>
    </>
  )
  return (
    <VisitorLayout title={text.signupTitle} hint={text.for(data.email)}>
      <Form
        schema={completeSignup.body}
        draft="sign-up"
        fixed={{ code, locale, custom_signup_code }}
        errors={refused?.fields}
        problem={taken || (refused ? capitalise(refused.message) : undefined)}
        onSubmit={(body) => complete.send({ body })}
      >
        {/* password managers store the password under this username */}
        <input type="hidden" autoComplete="username" value={data.email} />
        <div className="grid gap-x-3 sm:grid-cols-2">
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
            {text.createAccount}
          </Button>
          <Button look="ghost" onClick={() => setReading(true)}>
            {text.readTerms}
          </Button>
        </FormActions>
      </Form>
      <Dialog open={reading} onClose={() => setReading(false)} title={text.terms} width="wide" textOnly>
        <TermsArticle />
      </Dialog>
    </VisitorLayout>
  )
}
