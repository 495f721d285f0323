import { changePassword } from '@plumbline/contract/auth/account'
import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useUiText } from '../../ui/text.tsx'
import { capitalise, toast } from '../../ui/toast.ts'
import { listFieldErrors } from '../../users/me/form-errors.ts'
import { useMeText } from '../../users/me/text.ts'
import { NewPassword } from '../NewPassword.tsx'

export function PasswordSection() {
  const text = useMeText()
  const ui = useUiText()
  const me = useMe()
  const [changes, setChanges] = useState(0)
  const change = useWrite(changePassword, {
    onDone: () => {
      toast.success()
      // remounts the form, which empties it
      setChanges((count) => count + 1)
    },
    onError: () => {},
  })
  const refused = change.error
  const problem = refused && (refused.code === 'offline' ? ui.needsConnection : capitalise(refused.message))
  return (
    <Card id="password" title={text.password}>
      <p className="mb-4 text-text-muted">{text.passwordHint}</p>
      <Form
        key={changes}
        schema={changePassword.body}
        errors={listFieldErrors(refused, 'current_password')}
        problem={problem ?? undefined}
        onSubmit={(body) => change.send({ body })}
      >
        {/* password managers store the password under this username */}
        <input type="hidden" autoComplete="username" value={me.email} />
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <Field name="current_password" label={text.currentPassword} required>
            <PasswordInput autoComplete="current-password" />
          </Field>
          <NewPassword label={text.newPassword} />
        </div>
        <FormActions>
          <Button type="submit">{text.changePassword}</Button>
        </FormActions>
      </Form>
    </Card>
  )
}
