import type { IssueRow } from '@plumbline/contract/issues/issues'

/** Cursor pagination of a long list: only visible pages are kept fresh. */

export const PAGE = 100
/** prefetch distance to the end of the loaded rows, in rows */
const AHEAD = 60

export interface Page {
  items: IssueRow[]
  total: number
  next: string | null
}
export interface WantedPage {
  index: number
  /** cursor after which the page starts; null for the first page */
  after: string | null
}

/** Indexes of the first and last page for a range of rows, including the prefetch distance. */
export const pagesOf = (first: number, last: number): [from: number, to: number] => [
  Math.floor(first / PAGE),
  Math.floor((last + AHEAD) / PAGE),
]

/**
 * The pages to request for a range of rows: the visible ones, the first (for its total), and the next one near the end.
 */
export function pagesInSight(first: number, last: number, pages: readonly Page[]): WantedPage[] {
  const [from, to] = pagesOf(first, last)
  const wanted: WantedPage[] = [{ index: 0, after: null }]
  for (let index = Math.max(1, Math.min(from, pages.length)); index <= Math.min(to, pages.length); index++) {
    const after = pages[index - 1]?.next
    if (after) wanted.push({ index, after })
  }
  return wanted
}

/**
 * Inserts responses into the pages; returns the same array if nothing changed. A page without cursor truncates the list.
 */
export function withAnswers(
  pages: readonly Page[],
  wanted: readonly WantedPage[],
  answers: readonly (Page | undefined)[],
): readonly Page[] {
  let next: Page[] | null = null
  wanted.forEach(({ index }, at) => {
    const answer = answers[at]
    const list = next ?? pages
    if (!answer || list[index] === answer || index > list.length) return
    next = [...list.slice(0, index), answer, ...(answer.next === null ? [] : list.slice(index + 1))]
  })
  return next ?? pages
}

/** The rows of all pages, deduplicated: issues can move between pages while these are fetched. */
export function rowsOf(pages: readonly Page[]): IssueRow[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    })
}
