import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { type MarkdownBlock, parseMarkdown } from './markdown.ts'
import type { MarkdownInline } from './markdown-inline.ts'

interface MarkdownContext {
  /** null outside a project: `#12` is then plain text */
  projectId: string | null
  /** current name of a user; null falls back to the name stored in the text */
  nameOf: (userId: string) => string | null
}

/**
 * Renders Markdown as React elements: links open a new tab, `#12` links to the issue, mentions show the person's current
 * name.
 *
 *     <Markdown text={comment.text} projectId={project.id} nameOf={nameOf} />
 */
export function Markdown(props: MarkdownContext & { text: string; className?: string }) {
  const blocks = parseMarkdown(props.text)
  return (
    <div
      // in the direction of its own text, independent of the page's language
      dir="auto"
      className={`flex flex-col gap-2 break-words [overflow-wrap:anywhere] ${props.className ?? ''}`}
    >
      {renderByIndex(blocks, (block) => (
        <BlockNode block={block} names={props} />
      ))}
    </div>
  )
}

/** Renders items keyed by index: parts of a text have no other identity. */
function renderByIndex<T>(items: readonly T[], show: (item: T) => ReactNode): ReactNode {
  return items.map((item, index) => <IndexedItem key={String(index)}>{show(item)}</IndexedItem>)
}
const IndexedItem = ({ children }: { children: ReactNode }) => children

function BlockNode({ block, names }: { block: MarkdownBlock; names: MarkdownContext }): ReactNode {
  const inner = (blocks: MarkdownBlock[]) =>
    renderByIndex(blocks, (each) => <BlockNode block={each} names={names} />)
  if (block.kind === 'paragraph')
    return (
      <p>
        <InlineNodes inlines={block.inlines} names={names} />
      </p>
    )
  if (block.kind === 'code')
    return (
      <pre className="whitespace-pre-wrap rounded-control bg-sunken px-2 py-1.5 font-mono text-12">
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'quote')
    return (
      <blockquote className="flex flex-col gap-2 border-line-strong border-s-2 ps-3 text-text-muted">
        {inner(block.blocks)}
      </blockquote>
    )
  const items = renderByIndex(block.items, (item) => <li className="ps-1 [&>p]:inline">{inner(item)}</li>)
  return block.start === null ? (
    <ul className="list-disc ps-5">{items}</ul>
  ) : (
    <ol start={block.start} className="list-decimal ps-5">
      {items}
    </ol>
  )
}

function InlineNodes({ inlines, names }: { inlines: MarkdownInline[]; names: MarkdownContext }): ReactNode {
  return renderByIndex(inlines, (inline) => <InlineNode inline={inline} names={names} />)
}

function InlineNode({ inline, names }: { inline: MarkdownInline; names: MarkdownContext }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'break':
      return <br />
    case 'code':
      return <code className="rounded-mark bg-sunken px-1 font-mono text-12">{inline.text}</code>
    case 'bold':
      return (
        <strong className="font-semibold">
          <InlineNodes inlines={inline.inlines} names={names} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <InlineNodes inlines={inline.inlines} names={names} />
        </em>
      )
    case 'link':
      return (
        <Link href={inline.href} newTab>
          <InlineNodes inlines={inline.inlines} names={names} />
        </Link>
      )
    case 'issue':
      if (!names.projectId) return `#${inline.number}`
      return <Link href={paths.issue(names.projectId, inline.number)}>#{inline.number}</Link>
    case 'person':
      return (
        <span className="rounded-mark bg-info-soft px-1 font-medium text-info">
          @{names.nameOf(inline.id) ?? inline.name}
        </span>
      )
  }
}
