/** Positions in a conversation: row 0 is the message at position 1. */

export const MESSAGES_PER_PAGE = 50
/** rows beyond the visible ones whose pages are prefetched */
const PREFETCHED_ROWS = 30

/** The numbers of the pages that hold the rows and PREFETCHED_ROWS more on both sides. */
export function listPagesAround(first: number, last: number, count: number): number[] {
  const from = Math.floor(Math.max(0, first - PREFETCHED_ROWS) / MESSAGES_PER_PAGE)
  const to = Math.floor(Math.min(Math.max(0, count - 1), last + PREFETCHED_ROWS) / MESSAGES_PER_PAGE)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/**
 * The row that keeps its place on screen while heights are measured: the first one in view that is measured. Rows above
 * it grow upwards, so that loading them does not move the text being read.
 */
export function findAnchorRow(
  range: { startIndex: number; endIndex: number },
  isMeasured: (row: number) => boolean,
) {
  for (let row = range.startIndex; row <= range.endIndex; row++) if (isMeasured(row)) return row
  return range.startIndex
}

/**
 * Counts the rows to render: one per message, without the newest ones that are not loaded yet. They load in a moment,
 * and placeholders at the end would only flicker.
 */
export function countRows(total: number, isThere: (row: number) => boolean): number {
  for (let count = total; count > 0 && count > total - MESSAGES_PER_PAGE; count--)
    if (isThere(count - 1)) return count
  return total
}

/** The row below the "New" separator when a conversation opens; null when nothing is unread. */
export const findUnreadRow = (chat: { unread: number; read_position: number }) =>
  chat.unread > 0 ? chat.read_position : null
