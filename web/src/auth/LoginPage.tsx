import { login } from '@plumbline/contract/auth/auth'
import { type ComponentProps, startTransition, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/query.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { capitalise } from '../ui/toast.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { useAuthText } from './text.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

const SecondStep = lazyPart(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

type Credentials = ComponentProps<typeof SecondStep>['pair']

/** Signs in with e-mail and password or a passkey. A wrong password clears the password field. */
export function LoginPage() {
  const text = useAuthText()
  const [{ email, signed_out, locked, merged }] = useSearch()
  // the session has ended: the address is known, and the password is next
  const ended = signed_out === undefined ? undefined : (storage.email() ?? undefined)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pair, setPair] = useState<Credentials | null>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ended) passwordField.current?.focus()
  }, [ended])
  const signIn = useWrite(login, {
    onDone: (me) => void startUserSession(me).then(goToNextStep),
    onError: () => {},
  })

  async function submit(body: Credentials) {
    setProblem(undefined)
    try {
      await signIn.send({ body })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'second_factor_required') {
        startTransition(() => setPair(body))
        return
      }
      setProblem(error.code === 'offline' ? text.offline : capitalise(error.message))
      setPassword('')
      passwordField.current?.focus()
    }
  }
  const hint =
    merged !== undefined
      ? text.merged
      : locked !== undefined
        ? text.locked
        : signed_out !== undefined
          ? text.signedOut
          : undefined
  if (pair) return <SecondStep pair={pair} onBack={() => setPair(null)} />
  const footer = (
    <>
      <Link href={paths.resetPassword} className="touch-target">
        {text.forgot}
      </Link>
      <Link href={paths.signup} className="touch-target">
        {text.createAccount}
      </Link>
    </>
  )
  return (
    <VisitorLayout title={text.logIn} footer={footer} hint={hint}>
      <Form schema={login.body} problem={problem} onSubmit={submit}>
        <Field name="email" label={text.email} required>
          <Input type="email" autoComplete="username" defaultValue={email ?? ended} autoFocus={!ended} />
        </Field>
        <Field name="password" label={text.password} required>
          <PasswordInput
            ref={passwordField}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        <FormActions>
          <Button look="primary" type="submit" className="w-full">
            {text.logIn}
          </Button>
        </FormActions>
      </Form>
      <PasskeyButton onProblem={setProblem} />
    </VisitorLayout>
  )
}
