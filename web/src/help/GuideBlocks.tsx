import { paths } from '../base/paths.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Link } from '../ui/Link.tsx'
import type { GuideBlock, GuideSpan } from './guide.ts'

/** `models#versions` in the text is a section of a chapter; a leading slash means a page of the application. */
function addressOf(href: string): string {
  if (href.startsWith('/')) return href
  const [chapter, section] = href.replace(/^\d+-/, '').replace('.md', '').split('#')
  return paths.help(chapter, section && decodeURIComponent(section))
}

function Spans({ spans }: { spans: GuideSpan[] }) {
  return spans.map((span, index) => {
    // the spans of a text never change
    const key = index
    if (typeof span === 'string') return span
    if (span.kind === 'strong')
      return (
        <strong key={key} className="font-medium">
          {span.text}
        </strong>
      )
    if (span.kind === 'keys') return <Kbd key={key} keys={span.text} />
    return (
      <Link key={key} href={addressOf(span.href)}>
        {span.text}
      </Link>
    )
  })
}

/** Paragraphs, lists, steps and pictures of the guide. */
export function Blocks({ blocks }: { blocks: GuideBlock[] }) {
  return blocks.map((block, index) => {
    const key = index
    if (block.kind === 'paragraph')
      return (
        <p key={key} className="mb-3">
          <Spans spans={block.spans} />
        </p>
      )
    if (block.kind === 'picture')
      return (
        <img
          key={key}
          src={block.src}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          className="my-4 h-auto w-full rounded-card border border-line"
        />
      )
    const List = block.kind === 'steps' ? 'ol' : 'ul'
    return (
      <List
        key={key}
        className={`mb-3 flex flex-col gap-1 ps-5 ${block.kind === 'steps' ? 'list-decimal' : 'list-disc'}`}
      >
        {block.items.map((spans, item) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change
          <li key={item}>
            <Spans spans={spans} />
          </li>
        ))}
      </List>
    )
  })
}
