import { Button } from '../ui/Button.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import SignupCodeTerms from './SignupCodeTerms.tsx'
import { useBillingText } from './text.ts'

/** The sign-up code on the sign-up page: taken from the link, or typed. */
export default function SignupCodeField(props: {
  code: string | undefined
  onChange: (code: string | undefined) => void
}) {
  const text = useBillingText()
  if (props.code)
    return (
      <div>
        <SignupCodeTerms code={props.code} />
        <Button look="ghost" className="-mx-3 -mt-2 mb-2" onClick={() => props.onChange(undefined)}>
          {text.withoutCode}
        </Button>
      </div>
    )
  return (
    <div className="mb-2">
      <CodeEntry onApply={(typed) => props.onChange(typed || undefined)} />
    </div>
  )
}
