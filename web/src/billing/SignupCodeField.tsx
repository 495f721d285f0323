import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import SignupCodeTerms from './SignupCodeTerms.tsx'
import { useBillingText } from './text.ts'

/** The code of a partner on the way to an account: from the link, or typed. */
export default function SignupCodeField(props: {
  code: string | undefined
  onChange: (code: string | undefined) => void
}) {
  const text = useBillingText()
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  if (props.code)
    return (
      <div>
        <SignupCodeTerms code={props.code} />
        <Button look="ghost" className="-mx-3 -mt-2 mb-2" onClick={() => props.onChange(undefined)}>
          {text.withoutCode}
        </Button>
      </div>
    )
  if (!shown)
    return (
      <div>
        <Button look="ghost" className="-mx-3" onClick={() => setShown(true)}>
          {text.haveSignupCode}
        </Button>
      </div>
    )
  const apply = () => props.onChange(typed.trim() || undefined)
  return (
    <Field label={text.signupCode}>
      <div className="mb-2 flex gap-2">
        <Input
          className="flex-1"
          maxLength={60}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // the form around it would send the address without it
            event.preventDefault()
            apply()
          }}
        />
        <Button onClick={apply}>{text.apply}</Button>
      </div>
    </Field>
  )
}
