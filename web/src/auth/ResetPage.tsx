import { checkResetCode, completeReset, startReset } from '@plumbline/contract/auth/auth'
import { useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { capitalise } from '../ui/toast.ts'
import { CodeCheck, LocalInbox } from './MailParts.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

/** Resets the password in two steps: request the mail, then set a new password through its link. */
export function ResetPage() {
  const [{ code }] = useSearch()
  return code ? <NewPasswordForm code={code} /> : <RequestResetForm />
}

function RequestResetForm() {
  const text = useAuthText()
  const [sent, setSent] = useState(false)
  const start = useWrite(startReset, { onDone: () => setSent(true) })
  const footer = (
    <>
      <Link href={paths.login} className="touch-target">
        {text.logIn}
      </Link>
      {sent && <LocalInbox />}
    </>
  )
  return (
    <VisitorLayout title={text.resetTitle} hint={sent ? undefined : text.resetHint} footer={footer}>
      {sent ? (
        <p role="status">{text.resetSent}</p>
      ) : (
        <Form schema={startReset.body} onSubmit={(body) => start.send({ body })}>
          <Field name="email" label={text.email} required>
            <Input type="email" autoComplete="email" autoFocus />
          </Field>
          <FormActions>
            <Button look="primary" type="submit">
              {text.send}
            </Button>
          </FormActions>
        </Form>
      )}
    </VisitorLayout>
  )
}

function NewPasswordForm({ code }: { code: string }) {
  const text = useAuthText()
  const { data, error, refetch } = useRead(checkResetCode, { query: { code } })
  const complete = useWrite(completeReset, {
    onDone: (me) => void startUserSession(me).then(goToNextStep),
    onError: () => {},
  })
  const refused = complete.error
  const expired = (
    <VisitorLayout title={text.expired} hint={text.expiredHint}>
      <ButtonLink look="primary" href={paths.resetPassword}>
        {text.requestNew}
      </ButtonLink>
    </VisitorLayout>
  )
  if (refused?.code === 'link_expired') return expired
  if (!data)
    return (
      <CodeCheck title={text.resetTitle} error={error} onRetry={() => void refetch()} expired={expired} />
    )
  return (
    <VisitorLayout title={text.resetTitle} hint={text.for(data.email)}>
      <Form
        schema={completeReset.body}
        fixed={{ code }}
        errors={refused?.fields}
        problem={refused ? capitalise(refused.message) : undefined}
        onSubmit={(body) => complete.send({ body })}
      >
        <NewPassword label={text.newPassword} autoFocus />
        <FormActions>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </FormActions>
      </Form>
    </VisitorLayout>
  )
}
