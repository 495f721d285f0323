import type { IssueRow } from '@plumbline/contract/issues/issues'

/** Cursor pagination of a long list: only visible pages are kept fresh. */

export const ISSUE_PAGE_SIZE = 100
/** prefetch distance to the end of the loaded rows, in rows */
const PREFETCH_ROWS = 60

export interface IssuePage {
  items: IssueRow[]
  total: number
  next: string | null
}
export interface RequestedPage {
  index: number
  /** cursor after which the page starts; null for the first page */
  after: string | null
}

/** Indexes of the first and last page for a range of rows, including the prefetch distance. */
export const computePageRange = (first: number, last: number): [from: number, to: number] => [
  Math.floor(first / ISSUE_PAGE_SIZE),
  Math.floor((last + PREFETCH_ROWS) / ISSUE_PAGE_SIZE),
]

/**
 * The pages to request for a range of rows: the visible ones, the first (for its total), and the next one near the end.
 */
export function listPagesInView(first: number, last: number, pages: readonly IssuePage[]): RequestedPage[] {
  const [from, to] = computePageRange(first, last)
  const wanted: RequestedPage[] = [{ index: 0, after: null }]
  for (let index = Math.max(1, Math.min(from, pages.length)); index <= Math.min(to, pages.length); index++) {
    const after = pages[index - 1]?.next
    if (after) wanted.push({ index, after })
  }
  return wanted
}

/**
 * Inserts responses into the pages; returns the same array if nothing changed. A page without cursor truncates the list.
 */
export function insertPages(
  pages: readonly IssuePage[],
  wanted: readonly RequestedPage[],
  answers: readonly (IssuePage | undefined)[],
): readonly IssuePage[] {
  let next: IssuePage[] | null = null
  wanted.forEach(({ index }, at) => {
    const answer = answers[at]
    const list = next ?? pages
    if (!answer || list[index] === answer || index > list.length) return
    next = [...list.slice(0, index), answer, ...(answer.next === null ? [] : list.slice(index + 1))]
  })
  return next ?? pages
}

/** The rows of all pages, deduplicated: issues can move between pages while these are fetched. */
export function deduplicateRows(pages: readonly IssuePage[]): IssueRow[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    })
}
