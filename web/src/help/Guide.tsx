import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useParams, useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { containsWords } from '../palette/contains-words.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { SideNav } from '../ui/SideNav.tsx'
import { Blocks } from './GuideBlocks.tsx'
import { type GuideChapter, searchGuide } from './guide.ts'
import { useHelpText } from './text.ts'

/** Longest excerpt beneath a found section, in characters. */
const EXCERPT = 180

/** The chapters of the guide: the table of contents, one chapter, or the results of a search. */
export function Guide({ chapters }: { chapters: GuideChapter[] }) {
  const text = useHelpText()
  const { chapter: id } = useParams()
  const [{ q = '' }, change] = useSearch()
  const chapter = chapters.find((each) => each.id === id)
  const links = [
    { href: paths.help(), label: text.contents, here: id === undefined },
    ...chapters.map((each) => ({ href: paths.help(each.id), label: each.title, here: each.id === id })),
  ]
  return (
    <div className="mx-auto w-full max-w-5xl p-4 sm:p-6">
      <SideNav label={text.chapters} links={links}>
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          icon={<Search aria-hidden />}
          value={q}
          onChange={(value) => change({ q: value || undefined })}
        />
        {q.trim() !== '' && <Found chapters={chapters} query={q.trim()} />}
        {q.trim() === '' && chapter && <Chapter key={chapter.id} chapter={chapter} chapters={chapters} />}
        {q.trim() === '' && !chapter && id !== undefined && (
          <EmptyState drawing="search" title={text.noChapter}>
            {text.noChapterHint}
          </EmptyState>
        )}
        {q.trim() === '' && id === undefined && <Contents chapters={chapters} />}
      </SideNav>
    </div>
  )
}

function Contents({ chapters }: { chapters: GuideChapter[] }) {
  const text = useHelpText()
  return (
    <>
      <div>
        <h1 className="font-semibold text-26">{text.heading}</h1>
        <p className="mt-1 max-w-[70ch] text-text-muted">{text.intro}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {chapters.map(({ id, title, sections }) => (
          <li key={id}>
            <Card className="h-full">
              <h2 className="font-semibold text-16">
                <Link href={paths.help(id)}>{title}</Link>
              </h2>
              <ul className="mt-2 flex flex-col gap-1 pointer-coarse:gap-6">
                {sections.map((section) => (
                  <li key={section.id}>
                    <Link quiet href={paths.help(id, section.id)} className="text-text-muted">
                      {section.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

/** One chapter; the section of the address is scrolled to and focused. */
function Chapter({ chapter, chapters }: { chapter: GuideChapter; chapters: GuideChapter[] }) {
  const text = useHelpText()
  useTitle('item', chapter.title)
  const [{ section }] = useSearch()
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading = section ? document.getElementById(section) : article.current?.querySelector('h1')
    heading?.focus({ preventScroll: true })
    if (section) heading?.scrollIntoView()
    else scrollTo(0, 0)
  }, [section])
  const next = chapters[chapters.indexOf(chapter) + 1]
  return (
    <article ref={article} className="max-w-[70ch]">
      <h1 tabIndex={-1} className="mb-3 font-semibold text-26 outline-none">
        {chapter.title}
      </h1>
      <Blocks blocks={chapter.intro} />
      {chapter.sections.map(({ id, title, blocks }) => (
        <section key={id} className="mt-6">
          <h2 id={id} tabIndex={-1} className="mb-2 scroll-mt-4 font-semibold text-16 outline-none">
            {title}
          </h2>
          <Blocks blocks={blocks} />
        </section>
      ))}
      {next && (
        <p className="mt-8 border-line border-t pt-4 print:hidden">
          {text.next} <Link href={paths.help(next.id)}>{next.title}</Link>
        </p>
      )}
    </article>
  )
}

function Found({ chapters, query }: { chapters: GuideChapter[]; query: string }) {
  const text = useHelpText()
  const hits = searchGuide(chapters, (words) => containsWords(words, query))
  return (
    <>
      <h1 className="font-semibold text-26">{text.heading}</h1>
      <p role="status" className="text-text-muted">
        {text.found(hits.length)}
      </p>
      {hits.length === 0 && (
        <EmptyState drawing="search" title={text.nothing}>
          {text.nothingHint}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-4">
        {hits.map(({ chapter, section, words }) => (
          <li key={`${chapter.id} ${section?.id}`}>
            <Link href={paths.help(chapter.id, section?.id)} className="font-medium">
              {section?.title ?? chapter.title}
            </Link>
            {section && <span className="ms-2 text-13 text-text-muted">{chapter.title}</span>}
            <p className="max-w-[70ch] text-text-muted">{excerptOf(words)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The beginning of a section, cut at a word. */
function excerptOf(words: string): string {
  if (words.length <= EXCERPT) return words
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT))} …`
}
