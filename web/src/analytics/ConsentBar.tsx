import { Button } from '../ui/Button.tsx'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { setConsent, useAnalytics } from './consent.ts'
import { useAnalyticsText } from './text.ts'

/** Asks once per device for consent to analytics. No answer counts as no. */
export function ConsentBar() {
  const text = useAnalyticsText()
  const { key, consent } = useAnalytics()
  if (!key || consent) return null
  return (
    <section
      ref={keepToastsAbove}
      aria-label={text.title}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised p-4 shadow-float print:hidden"
    >
      <div className="mx-auto flex max-w-240 flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-60 flex-1">{text.question}</p>
        <div className="flex gap-2">
          <Button onClick={() => setConsent('no')}>{text.refuse}</Button>
          <Button onClick={() => setConsent('yes')}>{text.allow}</Button>
        </div>
      </div>
    </section>
  )
}
