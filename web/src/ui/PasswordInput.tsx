import { useState } from 'react'
import { Input, type InputProps } from './Input.tsx'
import { useUiText } from './text.tsx'

/**
 * A password input with a button that shows the password.
 *
 *     <Field name="password" label="Password" required><PasswordInput autoComplete="current-password" /></Field>
 */
export function PasswordInput(props: Omit<InputProps, 'type' | 'icon'>) {
  const text = useUiText()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="w-full pe-16"
      />
      <button
        type="button"
        aria-label={shown ? text.hidePassword : text.showPassword}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 end-1 rounded-mark px-2 font-medium text-13 text-text-muted hover:bg-sunken hover:text-text pointer-coarse:inset-y-0 pointer-coarse:px-3"
      >
        {shown ? text.hide : text.show}
      </button>
    </div>
  )
}
