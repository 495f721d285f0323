import type { IssueRow } from '@plumbline/contract/issues/issues'

/** Pages of a long list, of which only those in sight are kept fresh. */

export const PAGE = 100
/** rows from the end of what is there at which the next page is fetched */
const AHEAD = 60

export interface Page {
  items: IssueRow[]
  total: number
  next: string | null
}
export interface WantedPage {
  index: number
  /** what the page before it ended with; null: the first page */
  after: string | null
}

/** The pages that these rows are on, with the one that is soon in sight. */
export const pagesOf = (first: number, last: number): [from: number, to: number] => [
  Math.floor(first / PAGE),
  Math.floor((last + AHEAD) / PAGE),
]

/** The pages that these rows are on, the first, whose total is shown, and, near the end, the one that is not there yet. */
export function pagesInSight(first: number, last: number, pages: readonly Page[]): WantedPage[] {
  const [from, to] = pagesOf(first, last)
  const wanted: WantedPage[] = [{ index: 0, after: null }]
  for (let index = Math.max(1, Math.min(from, pages.length)); index <= Math.min(to, pages.length); index++) {
    const after = pages[index - 1]?.next
    if (after) wanted.push({ index, after })
  }
  return wanted
}

/** The pages with what has arrived; the same array when nothing has. A last page ends the list. */
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

/** Rows of all pages; one that moved between pages while they were fetched is there once. */
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
