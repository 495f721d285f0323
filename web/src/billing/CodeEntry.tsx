import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { useBillingText } from './text.ts'

/** The input for a partner's sign-up code, folded behind a link. Enter applies the code and does not submit the form around it. */
export function CodeEntry(props: {
  problem?: string | undefined
  waiting?: boolean
  /** receives the trimmed input, which may be empty */
  onApply: (code: string) => void
}) {
  const text = useBillingText()
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  if (!shown)
    return (
      <div>
        <Button look="ghost" className="-mx-3" onClick={() => setShown(true)}>
          {text.haveSignupCode}
        </Button>
      </div>
    )
  const apply = () => props.onApply(typed.trim())
  return (
    <Field label={text.signupCode} error={props.problem}>
      <div className="flex gap-2">
        <Input
          className="flex-1"
          maxLength={60}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <Button loading={props.waiting ?? false} onClick={apply}>
          {text.apply}
        </Button>
      </div>
    </Field>
  )
}
