import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Problem } from './Problem.tsx'
import { paths } from './paths.ts'
import { useAppText } from './text.ts'

function ToProjects() {
  return (
    <ButtonLink look="primary" href={paths.projects}>
      {useAppText().toProjects}
    </ButtonLink>
  )
}

export function NotFoundPage() {
  const text = useAppText()
  return <Problem title={text.notFound} hint={text.notFoundHint} action={<ToProjects />} />
}

export function RestrictedPage() {
  const text = useAppText()
  return <Problem title={text.restricted} hint={text.restrictedHint} action={<ToProjects />} />
}

export function PaymentPage() {
  const text = useAppText()
  return <Problem title={text.payment} hint={text.paymentHint} action={<ToProjects />} />
}

/** A screen that threw, or whose code could not be loaded. */
export function FailedPage({ error }: { error: unknown }) {
  const text = useAppText()
  const missing = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return (
    <Problem
      title={missing ? text.pageFailed : text.broken}
      hint={missing ? text.pageFailedHint : text.brokenHint}
      action={
        <Button look="primary" onClick={() => location.reload()}>
          {text.tryAgain}
        </Button>
      }
    />
  )
}
