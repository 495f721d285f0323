import { login } from '@plumbline/contract/auth/auth'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '../api/client.ts'
import { useWrite } from '../api/query.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { OtpField } from '../ui/OtpField.tsx'
import { capitalise } from '../ui/toast.ts'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

const Answer = z.required(login.body, { second_factor: true })

/** The second step of signing in: the code of the authenticator app, or a recovery code. */
export function SecondStep(props: { pair: { email: string; password: string }; onBack: () => void }) {
  const text = useAuthText()
  const [recovery, setRecovery] = useState(false)
  const [attempts, setAttempts] = useState(0)
  /** error of the last requested code, not of the other kind */
  const [refused, setRefused] = useState<ApiError | null>(null)
  const signIn = useWrite(login, {
    onDone: (me) => void startUserSession(me).then(goToNextStep),
    onError: (error) => {
      setRefused(error)
      setAttempts((count) => count + 1)
    },
  })
  const wrong = recovery ? text.wrongRecoveryCode : text.wrongCode
  function change() {
    setRecovery(!recovery)
    setRefused(null)
  }
  const problem =
    refused &&
    (refused.code === 'bad_key'
      ? wrong
      : refused.code === 'offline'
        ? text.offline
        : capitalise(refused.message))
  return (
    <VisitorLayout
      title={text.secondStep}
      hint={recovery ? text.recoveryHint : text.secondStepHint}
      footer={
        <Button look="ghost" className="-ms-3" onClick={change}>
          {recovery ? text.useApp : text.useRecoveryCode}
        </Button>
      }
    >
      <Form
        key={`${recovery} ${attempts}`}
        schema={Answer}
        fixed={props.pair}
        problem={problem ?? undefined}
        onSubmit={(body) => signIn.send({ body })}
      >
        {recovery ? (
          <Field name="second_factor" label={text.recoveryCode} required>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              className="font-mono"
            />
          </Field>
        ) : (
          <Field name="second_factor" label={text.code} required>
            <OtpField autoFocus />
          </Field>
        )}
        <FormActions>
          <Button look="primary" type="submit" loading={signIn.pending}>
            {text.logIn}
          </Button>
          <Button onClick={props.onBack}>{text.back}</Button>
        </FormActions>
      </Form>
    </VisitorLayout>
  )
}
