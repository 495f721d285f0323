/** The user guide as the pages show it: read from docs/guide when the application is built (guide-plugin.ts). */

export type GuideSpan =
  | string
  | { kind: 'strong'; text: string }
  /** keys as `Kbd` names them */
  | { kind: 'keys'; text: string }
  /** a chapter with an optional section: `models#versions`; or a page of the application: `/projects` */
  | { kind: 'link'; text: string; href: string }

export type GuideBlock =
  | { kind: 'paragraph'; spans: GuideSpan[] }
  | { kind: 'list' | 'steps'; items: GuideSpan[][] }
  | { kind: 'picture'; src: string; alt: string; width: number; height: number }

interface GuideSection {
  /** unique within its chapter */
  id: string
  title: string
  blocks: GuideBlock[]
}

export interface GuideChapter {
  /** the file's name, the same in all languages */
  id: string
  title: string
  /** blocks before the first section */
  intro: GuideBlock[]
  sections: GuideSection[]
}

const textOfSpans = (spans: GuideSpan[]) =>
  spans.map((span) => (typeof span === 'string' ? span : span.text)).join('')

/** The words of blocks, for the search. */
function readBlocks(blocks: GuideBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return textOfSpans(block.spans)
      return block.kind === 'picture' ? block.alt : block.items.map(textOfSpans).join(' ')
    })
    .join(' ')
}

export interface GuideHit {
  chapter: GuideChapter
  /** null: the chapter's own introduction */
  section: GuideSection | null
  words: string
}

/** Chapters and sections that match the query, those with a match in the title first. */
export function searchGuide(chapters: GuideChapter[], matches: (text: string) => boolean): GuideHit[] {
  const all = chapters.flatMap((chapter): GuideHit[] => [
    { chapter, section: null, words: readBlocks(chapter.intro) },
    ...chapter.sections.map((section) => ({ chapter, section, words: readBlocks(section.blocks) })),
  ])
  const titleOf = ({ chapter, section }: GuideHit) => section?.title ?? chapter.title
  const byTitle = all.filter((hit) => matches(titleOf(hit)))
  const byWords = all.filter((hit) => !byTitle.includes(hit) && matches(`${titleOf(hit)} ${hit.words}`))
  return [...byTitle, ...byWords]
}
