import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { useAuthText } from './text.ts'

/** 0 for nothing typed, 1 too short, to 4 strong: by length and variety, as a hint and not as a rule. */
export function passwordStrength(password: string): number {
  if (password === '') return 0
  if (password.length < 12) return 1
  const variety = new Set(password.toLowerCase()).size
  if (password.length < 14 || variety < 7) return 2
  return password.length < 20 || variety < 10 ? 3 : 4
}

/** A password that is chosen, with its strength in words. */
export function NewPassword({ label }: { label: string }) {
  const text = useAuthText()
  const [password, setPassword] = useState('')
  const strength = text.strength[passwordStrength(password)]
  return (
    <Field name="password" label={label} required help={strength || text.passwordHelp}>
      <PasswordInput autoComplete="new-password" value={password} onChange={setPassword} />
    </Field>
  )
}
