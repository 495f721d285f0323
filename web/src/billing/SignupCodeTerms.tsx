import { getSignupCode } from '@plumbline/contract/billing/signup-codes'
import { useRead } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { formatCodeTerms } from './code-terms.ts'
import { useBillingText } from './text.ts'

/** The terms of a sign-up code, or the notice that the code is not valid. */
export default function SignupCodeTerms({ code }: { code: string }) {
  const text = useBillingText()
  const { data, error } = useRead(getSignupCode, { params: { id: code } }, { redirects: false })
  if (data)
    return (
      <div className="mb-4">
        <Banner tone="success">{formatCodeTerms(data, text)}</Banner>
      </div>
    )
  if (error?.code !== 'link_expired') return null
  return (
    <div className="mb-4">
      <Banner tone="warning">{text.codeUnknownSignup}</Banner>
    </div>
  )
}
