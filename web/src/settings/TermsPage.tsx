import { Printer } from 'lucide-react'
import { useTitle } from '../base/title.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SectionNav } from '../ui/SectionNav.tsx'
import { longDate } from '../users/dates.ts'
import { TermsArticle } from './TermsArticle.tsx'
import { useTermsText } from './terms-text.ts'
import { useTermsUrl } from './use-terms-url.ts'

/** The built-in terms of use with a table of contents, or the way to the operator's own. */
export function TermsPage() {
  const text = useTermsText()
  useTitle('page', text.title)
  const url = useTermsUrl()
  if (url)
    return (
      <EmptyState
        whole
        drawing="list"
        title={text.title}
        action={
          <ButtonLink look="primary" href={url} target="_blank" rel="noreferrer">
            {text.open}
          </ButtonLink>
        }
      />
    )
  const contents = text.sections.map(({ id, title }) => ({ id, label: title }))
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-6 p-4 sm:p-6 md:flex-row md:gap-10">
      <SectionNav label={text.contents} items={contents} className="max-md:order-2" />
      <article className="min-w-0 max-md:contents">
        <div className="max-md:order-1">
          <div className="mb-1 flex flex-wrap items-center gap-3">
            <h1 className="me-auto font-semibold text-26">{text.title}</h1>
            <Button icon={<Printer aria-hidden />} onClick={() => print()} className="print:hidden">
              {text.print}
            </Button>
          </div>
          <p className="text-text-muted md:mb-6">
            <time dateTime={text.date}>{text.version(longDate(text.date))}</time>
          </p>
        </div>
        <div className="max-md:order-3">
          <TermsArticle />
        </div>
      </article>
    </div>
  )
}
