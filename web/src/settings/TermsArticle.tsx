import { useTermsText } from './terms-text.ts'

/** The terms as text, for the page and the dialog at sign-up. */
export function TermsArticle() {
  const text = useTermsText()
  return (
    <div className="max-w-[70ch]">
      {text.sections.map((section) => (
        <section key={section.id} id={section.id} className="mb-6 scroll-mt-4">
          <h2 className="mb-2 font-semibold text-16">{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mb-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}
