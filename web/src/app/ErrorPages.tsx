import { ApiError } from '../api/client.ts'
import { FullPageError } from '../base/FullPageError.tsx'
import { paths } from '../base/paths.ts'
import { useAppText } from '../base/text.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { useCopy } from '../ui/use-copy.ts'

function ToProjects() {
  return (
    <ButtonLink look="primary" href={paths.projects}>
      {useAppText().toProjects}
    </ButtonLink>
  )
}

export function NotFoundPage() {
  const text = useAppText()
  return <FullPageError title={text.notFound} hint={text.notFoundHint} action={<ToProjects />} />
}

/** The id of a server error, to quote in a support request. */
function ErrorId({ id }: { id: string }) {
  const text = useAppText()
  const copy = useCopy()
  return (
    <p className="flex items-center gap-2 text-13 text-text-muted">
      {text.errorId} <code className="font-mono text-12">{id}</code>
      <Button size="small" onClick={() => void copy(id)}>
        {text.copy}
      </Button>
    </p>
  )
}

/** Shown when a page throws or its code cannot be loaded. */
export function FailedPage({ error }: { error: unknown }) {
  const text = useAppText()
  const missing = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return (
    <FullPageError
      title={missing ? text.pageFailed : text.broken}
      hint={missing ? text.pageFailedHint : text.brokenHint}
      detail={error instanceof ApiError && error.requestId && <ErrorId id={error.requestId} />}
      action={
        <Button look="primary" onClick={() => location.reload()}>
          {text.tryAgain}
        </Button>
      }
    />
  )
}
