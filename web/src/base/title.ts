import { useEffect } from 'react'

/** The document's title, as tabs, bookmarks and the browser's history show it: `(3) #12 Crack in slab · Tower · Plumbline`. */

/** The parts of a title; `item`, such as an open issue, replaces its `page`. */
interface TitleParts {
  item: string
  page: string
  project: string
  /** number of unread notifications and messages */
  unread: string
}

const NAME = 'Plumbline'
const parts = new Map<keyof TitleParts, string>()

/** `formatTitle({ page: 'Issues', project: 'Tower', unread: '3' })` is `(3) Issues · Tower · Plumbline`. */
export function formatTitle({ item, page, project, unread }: Partial<TitleParts>): string {
  const names = [item || page, project, NAME].filter(Boolean)
  return `${unread ? `(${unread}) ` : ''}${names.join(' · ')}`
}

/** Sets one part of the document's title while the component is on screen. */
export function useTitle(part: keyof TitleParts, value: string | null | undefined) {
  useEffect(() => {
    if (!value) return
    parts.set(part, value)
    document.title = formatTitle(Object.fromEntries(parts))
    return () => {
      if (parts.get(part) !== value) return
      parts.delete(part)
      document.title = formatTitle(Object.fromEntries(parts))
    }
  }, [part, value])
}
