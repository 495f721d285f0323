import { checkSignupCode, completeSignup, exchangeSignupKey, startSignup } from '@plumbline/contract/auth'
import { useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { useNavigate, useSearch } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { enterSession } from '../app/session.ts'
import { proceed } from '../app/start.ts'
import { TermsText } from '../settings/TermsText.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { OtpField } from '../ui/OtpField.tsx'
import { capitalised, toast } from '../ui/toast.ts'
import { ExpiredLink, LocalInbox, SendAgain } from './MailParts.tsx'
import { NewPassword } from './NewPassword.tsx'
import { OutsidePage } from './OutsidePage.tsx'
import { useAuthText } from './text.ts'

/** Sign-up: the address, then the link or key of the mail, then who one is. */
export function SignupPage() {
  const [{ code }] = useSearch()
  const [email, setEmail] = useState<string | null>(null)
  if (code) return <Person key={code} code={code} />
  return email ? <CheckMail email={email} /> : <Address onSent={setEmail} />
}

function Address({ onSent }: { onSent: (email: string) => void }) {
  const text = useAuthText()
  const start = useWrite(startSignup, { onDone: ({ email }) => onSent(email) })
  return (
    <OutsidePage
      title={text.signupTitle}
      hint={text.signupHint}
      footer={<Link href={paths.login}>{text.haveAccount}</Link>}
    >
      <Form schema={startSignup.body} onSubmit={(body) => start.send({ body })}>
        <Field name="email" label={text.email} required>
          <Input type="email" autoComplete="email" autoFocus />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}

function CheckMail({ email }: { email: string }) {
  const text = useAuthText()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const again = useWrite(startSignup, { onDone: () => toast.success({ title: text.sent }) })
  const exchange = useWrite(exchangeSignupKey, {
    onDone: ({ code }) => navigate(`${paths.signup}?${new URLSearchParams({ code })}`),
    onError: (error) => setProblem(error.code === 'bad_key' ? text.wrongKey : capitalised(error.message)),
  })
  return (
    <OutsidePage title={text.checkMail} hint={text.sentTo(email)} footer={<LocalInbox />}>
      <Form
        schema={exchangeSignupKey.body}
        fixed={{ email }}
        problem={problem}
        onSubmit={(body) => exchange.send({ body })}
      >
        <Field name="key" label={text.key} required>
          <OtpField />
        </Field>
        <FormActions>
          <SendAgain onSend={() => again.run({ body: { email } })} />
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}

function Person({ code }: { code: string }) {
  const text = useAuthText()
  const [reading, setReading] = useState(false)
  const { data, error } = useRead(checkSignupCode, { query: { code } })
  const complete = useWrite(completeSignup, {
    onDone: (me) => void enterSession(me).then(proceed),
    onError: () => {},
  })
  if (error || complete.error?.code === 'link_expired') return <ExpiredLink href={paths.signup} />
  if (!data) return null
  const refused = complete.error
  return (
    <OutsidePage title={text.signupTitle} hint={text.for(data.email)}>
      <Form
        schema={completeSignup.body}
        fixed={{ code }}
        errors={refused?.fields}
        problem={refused ? capitalised(refused.message) : undefined}
        onSubmit={(body) => complete.send({ body })}
      >
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
          <Button look="ghost" onClick={() => setReading(true)}>
            {text.readTerms}
          </Button>
          <Button look="primary" type="submit">
            {text.createAccount}
          </Button>
        </FormActions>
      </Form>
      <Dialog open={reading} onClose={() => setReading(false)} title={text.terms} width="wide">
        <TermsText />
      </Dialog>
    </OutsidePage>
  )
}
