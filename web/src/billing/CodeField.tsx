import { getSignupCode, type SignupCode } from '@plumbline/contract/billing/signup-codes'
import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { Button } from '../ui/Button.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import { formatCodeTerms } from './code-terms.ts'
import { useBillingText } from './text.ts'

/** A sign-up code field that looks the code up, so that its terms are shown before the order. */
export function CodeField(props: { code: SignupCode | null; onChange: (code: SignupCode | null) => void }) {
  const text = useBillingText()
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState(false)
  async function look(typed: string) {
    if (typed === '' || waiting) return
    setWaiting(true)
    setProblem(undefined)
    try {
      props.onChange(await call(getSignupCode, { params: { id: typed } }))
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
        <span className="min-w-0 flex-1">{formatCodeTerms(props.code, text)}</span>
        <Button size="small" onClick={() => props.onChange(null)}>
          {text.withoutCode}
        </Button>
      </p>
    )
  return <CodeEntry problem={problem} waiting={waiting} onApply={(typed) => void look(typed)} />
}
