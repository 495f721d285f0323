import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { computePasswordStrength } from './password-strength.ts'
import { useAuthText } from './text.ts'

/** A field for a new password with its strength in words. */
export function NewPassword({ label, autoFocus }: { label: string; autoFocus?: boolean }) {
  const text = useAuthText()
  const [password, setPassword] = useState('')
  const strength = text.strength[computePasswordStrength(password)]
  return (
    <Field name="password" label={label} required help={strength || text.passwordHelp}>
      <PasswordInput
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        autoFocus={autoFocus}
      />
    </Field>
  )
}
