import { login } from '@plumbline/contract/auth'
import { useRef, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { paths } from '../app/paths.ts'
import { enterSession } from '../app/session.ts'
import { proceed } from '../app/start.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { capitalised } from '../ui/toast.ts'
import { OutsidePage } from './OutsidePage.tsx'
import { useAuthText } from './text.ts'

/** E-mail and password; a wrong pair empties the password and asks again. */
export function LoginPage() {
  const text = useAuthText()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useWrite(login, {
    onDone: (me) => void enterSession(me).then(proceed),
    onError: (error) => {
      setProblem(error.code === 'offline' ? text.offline : capitalised(error.message))
      setPassword('')
      passwordField.current?.focus()
    },
  })
  const footer = (
    <>
      <Link href={paths.resetPassword}>{text.forgot}</Link>
      <Link href={paths.signup}>{text.createAccount}</Link>
    </>
  )
  return (
    <OutsidePage title={text.logIn} footer={footer}>
      <Form schema={login.body} problem={problem} onSubmit={(body) => signIn.send({ body })}>
        <Field name="email" label={text.email} required>
          <Input type="email" autoComplete="username" autoFocus />
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
          <Button look="primary" type="submit">
            {text.logIn}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}
