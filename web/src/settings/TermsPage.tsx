import { Printer } from 'lucide-react'
import { longDate } from '../app/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { TermsText } from './TermsText.tsx'
import { useTermsText } from './terms-text.ts'

/** The terms, with their contents beside them. */
export function TermsPage() {
  const text = useTermsText()
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-6 p-4 sm:p-6 md:flex-row md:gap-12">
      <nav
        aria-label={text.contents}
        className="flex-none md:sticky md:top-6 md:w-56 md:self-start print:hidden"
      >
        <ul className="flex flex-col gap-1 text-13">
          {text.sections.map((section) => (
            <li key={section.id}>
              <Link quiet href={`#${section.id}`}>
                {section.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <h1 className="me-auto font-semibold text-26">{text.title}</h1>
          <Button icon={<Printer aria-hidden />} onClick={() => print()} className="print:hidden">
            {text.print}
          </Button>
        </div>
        <p className="mb-6 text-text-muted">
          {text.version} <time dateTime={text.date}>{longDate(text.date)}</time>
        </p>
        <TermsText />
      </article>
    </div>
  )
}
