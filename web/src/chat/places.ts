/** Where one is in a conversation: rows are positions, row 0 is position 1. */

export const PAGE = 50
/** rows beyond those in view whose pages are fetched, so that they are there when one comes to them */
const AHEAD = 30

/** The pages that rows need, with some around them. */
export function pagesAround(first: number, last: number, count: number): number[] {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE)
  const to = Math.floor(Math.min(Math.max(0, count - 1), last + AHEAD) / PAGE)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/**
 * The row that stays where it is while rows get their heights: the first in view that has had one. What lies before it
 * grows upwards, so that reading is not disturbed by what arrives above.
 */
export function anchorRow(
  range: { startIndex: number; endIndex: number },
  isMeasured: (row: number) => boolean,
) {
  for (let row = range.startIndex; row <= range.endIndex; row++) if (isMeasured(row)) return row
  return range.startIndex
}

/**
 * How many rows there are: as many as messages, but for the newest that are not there yet. They come in a moment, and a
 * gap at the end would only flicker.
 */
export function rowCount(total: number, isThere: (row: number) => boolean): number {
  for (let count = total; count > 0 && count > total - PAGE; count--) if (isThere(count - 1)) return count
  return total
}

/** Where the line of the unread stands when a conversation is opened: before this row; null: nothing is unread. */
export const unreadRow = (chat: { unread: number; read_position: number }) =>
  chat.unread > 0 ? chat.read_position : null
