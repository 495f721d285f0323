import { getSignupCode, type SignupCode } from '@plumbline/contract/billing'
import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { codeTerms } from './code-terms.ts'
import { useBillingText } from './text.ts'

/** A partner's code, looked up so that its terms are known before they count. */
export function CodeField(props: { code: SignupCode | null; onChange: (code: SignupCode | null) => void }) {
  const text = useBillingText()
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState(false)
  async function look() {
    if (typed.trim() === '' || waiting) return
    setWaiting(true)
    setProblem(undefined)
    try {
      props.onChange(await call(getSignupCode, { params: { id: typed.trim() } }))
    } catch (error) {
      props.onChange(null)
      const code = error instanceof ApiError ? error.code : null
      setProblem(code === 'link_expired' ? text.codeUnknown : error instanceof ApiError ? error.message : '')
    }
    setWaiting(false)
  }
  if (props.code)
    return (
      <p className="flex flex-wrap items-center gap-2 text-13">
        <span className="min-w-0 flex-1">{codeTerms(props.code, text)}</span>
        <Button size="small" onClick={() => props.onChange(null)}>
          {text.withoutCode}
        </Button>
      </p>
    )
  if (!shown)
    return (
      <div>
        <Button look="ghost" className="-mx-3" onClick={() => setShown(true)}>
          {text.haveSignupCode}
        </Button>
      </div>
    )
  return (
    <Field label={text.signupCode} error={problem}>
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
            // the form around it would order
            event.preventDefault()
            void look()
          }}
        />
        <Button loading={waiting} onClick={() => void look()}>
          {text.apply}
        </Button>
      </div>
    </Field>
  )
}
