import { cancelEmailChange, changeEmail, confirmEmail } from '@plumbline/contract/auth/account'
import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useSearch } from '../../base/navigation.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useUiText } from '../../ui/text.tsx'
import { capitalise } from '../../ui/toast.ts'
import { describeFormError, listFieldErrors } from '../../users/me/form-errors.ts'
import { useMeText } from '../../users/me/text.ts'
import { LocalInbox } from '../MailParts.tsx'

type ConfirmationResult = { tone: 'success' | 'info' | 'danger'; words: string }

/** Shows and changes the e-mail address, and confirms a change through the link of a mail: `/me?email_code=…`. */
export function EmailSection() {
  const text = useMeText()
  const me = useMe()
  const outcome = useConfirmation()
  return (
    <Card id="email" title={text.email}>
      {outcome && (
        <div className="mb-4">
          <Banner tone={outcome.tone}>{outcome.words}</Banner>
        </div>
      )}
      <p className="mb-4 break-words text-text-muted">{text.emailIs(me.email)}</p>
      {me.pending_email ? <PendingChange pending={me.pending_email} current={me.email} /> : <ChangeForm />}
    </Card>
  )
}

/** Confirms the change with the code in the URL once, and removes the code from the URL. */
function useConfirmation(): ConfirmationResult | null {
  const text = useMeText()
  const [{ email_code }, setSearch] = useSearch()
  const [outcome, setOutcome] = useState<ConfirmationResult | null>(null)
  const used = useRef<string>(undefined)
  const confirm = useWrite(confirmEmail, {
    onDone: ({ email, pending_email }) =>
      setOutcome(
        pending_email
          ? { tone: 'info', words: text.emailConfirmed }
          : { tone: 'success', words: text.emailChanged(email) },
      ),
    onError: (error) => setOutcome({ tone: 'danger', words: capitalise(error.message) }),
  })
  useEffect(() => {
    if (!email_code || used.current === email_code) return
    used.current = email_code
    confirm.run({ body: { code: email_code } })
    setSearch({ email_code: undefined })
  })
  return outcome
}

function PendingChange(props: {
  pending: { email: string; old_confirmed: boolean; new_confirmed: boolean }
  current: string
}) {
  const text = useMeText()
  const { pending } = props
  const cancel = useWrite(cancelEmailChange)
  const mails = [
    { email: props.current, confirmed: pending.old_confirmed },
    { email: pending.email, confirmed: pending.new_confirmed },
  ]
  return (
    <>
      <p className="break-words font-medium">{text.pendingEmail(pending.email)}</p>
      <p className="text-text-muted">{text.pendingHint}</p>
      <ul className="my-3 flex flex-col gap-1.5">
        {mails.map(({ email, confirmed }) => (
          <li key={email} className="flex items-start gap-2 break-words">
            {confirmed ? (
              <CircleCheck aria-hidden className="mt-0.5 text-success" />
            ) : (
              <Clock aria-hidden className="mt-0.5 text-text-muted" />
            )}
            <span className="min-w-0">{confirmed ? text.confirmed(email) : text.awaited(email)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button loading={cancel.pending} onClick={() => cancel.run({})}>
          {text.cancelChange}
        </Button>
        <LocalInbox />
      </div>
    </>
  )
}

function ChangeForm() {
  const text = useMeText()
  const ui = useUiText()
  const change = useWrite(changeEmail, { onError: () => {} })
  return (
    <Form
      schema={changeEmail.body}
      draft="email"
      errors={listFieldErrors(change.error, 'password')}
      problem={describeFormError(change.error, ui.needsConnection)}
      onSubmit={(body) => change.send({ body })}
    >
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <Field name="email" label={text.newEmail} required>
          <Input type="email" autoComplete="email" />
        </Field>
        <Field name="password" label={text.yourPassword} required>
          <PasswordInput autoComplete="current-password" />
        </Field>
      </div>
      <p className="text-13 text-text-muted">{text.changeEmailHelp}</p>
      <FormActions>
        <Button type="submit">{text.changeEmail}</Button>
      </FormActions>
    </Form>
  )
}
