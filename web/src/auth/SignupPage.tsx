import { exchangeSignupKey, startSignup } from '@plumbline/contract/auth/auth'
import { type ReactNode, Suspense, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useNavigate, useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { OtpField } from '../ui/OtpField.tsx'
import { capitalise, toast } from '../ui/toast.ts'
import { useLocale } from '../users/use-locale.ts'
import { LocalInbox, SendAgain } from './MailParts.tsx'
import { SignupDetails } from './SignupDetails.tsx'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

const SignupCodeField = lazyPart(() => import('../billing/SignupCodeField.tsx'))

/** Sign-up in three steps: the address, the link or key from the mail, then name and password. */
export function SignupPage() {
  const text = useAuthText()
  const [{ code, email: invited }] = useSearch()
  const [email, setEmail] = useState<string | null>(null)
  if (email && !code) return <CheckMail email={email} onOther={() => setEmail(null)} />
  const address = (title: string, hint: string, action: string) => (
    <Address title={title} hint={hint} action={action} email={invited} onSent={setEmail} />
  )
  if (!code) return address(text.signupTitle, text.signupHint, text.continue)
  return (
    <SignupDetails
      key={code}
      code={code}
      expired={
        email ? (
          <CheckMail email={email} onOther={() => setEmail(null)} />
        ) : (
          address(text.expired, text.expiredSignupHint, text.sendAgain)
        )
      }
    />
  )
}

function Address(props: {
  title: string
  hint: ReactNode
  action: string
  email: string | undefined
  onSent: (email: string) => void
}) {
  const text = useAuthText()
  const [{ custom_signup_code }, change] = useSearch()
  const [locale] = useLocale()
  const start = useWrite(startSignup, { onDone: ({ email }) => props.onSent(email) })
  return (
    <VisitorLayout
      title={props.title}
      hint={props.hint}
      footer={
        <Link href={paths.login} className="touch-target">
          {text.haveAccount}
        </Link>
      }
    >
      <Form
        schema={startSignup.body}
        draft="sign-up-address"
        fixed={{ locale, custom_signup_code }}
        errors={start.error?.fields}
        onSubmit={(body) => start.send({ body })}
      >
        <Field name="email" label={text.email} required>
          <Input type="email" autoComplete="email" defaultValue={props.email} autoFocus />
        </Field>
        <Suspense>
          <SignupCodeField
            code={custom_signup_code}
            onChange={(code) => change({ custom_signup_code: code })}
          />
        </Suspense>
        <FormActions>
          <Button look="primary" type="submit">
            {props.action}
          </Button>
        </FormActions>
      </Form>
    </VisitorLayout>
  )
}

function CheckMail({ email, onOther }: { email: string; onOther: () => void }) {
  const text = useAuthText()
  const navigate = useNavigate()
  const [{ custom_signup_code }] = useSearch()
  const [locale] = useLocale()
  const [problem, setProblem] = useState<string>()
  // remounts the key field after a wrong key, which empties it
  const [attempts, setAttempts] = useState(0)
  const again = useWrite(startSignup, {
    onDone: () => {
      setProblem(undefined)
      toast.success({ title: text.sent })
    },
  })
  const exchange = useWrite(exchangeSignupKey, {
    onDone: ({ code }) =>
      navigate(
        `${paths.signup}?${new URLSearchParams({ code, ...(custom_signup_code && { custom_signup_code }) })}`,
      ),
    onError: (error) => {
      setProblem(error.code === 'bad_key' ? text.wrongKey : capitalise(error.message))
      setAttempts((count) => count + 1)
    },
  })
  return (
    <VisitorLayout
      title={text.checkMail}
      hint={text.sentTo(email)}
      footer={
        <>
          <Button look="ghost" className="-mx-3" onClick={onOther}>
            {text.otherAddress}
          </Button>
          <LocalInbox />
        </>
      }
    >
      <Form
        key={attempts}
        schema={exchangeSignupKey.body}
        fixed={{ email }}
        problem={problem}
        onSubmit={(body) => exchange.send({ body })}
      >
        <Field name="key" label={text.key} required>
          <OtpField autoFocus />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
          <SendAgain onSend={() => again.run({ body: { email, locale, custom_signup_code } })} />
        </FormActions>
      </Form>
    </VisitorLayout>
  )
}
