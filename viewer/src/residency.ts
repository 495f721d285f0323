/** A piece of a model as memory sees it. */
export interface Piece {
  key: string
  bytes: number
  /** in memory now */
  here: boolean
  /** in the view now */
  visible: boolean
  /** how large it appears; larger is more worth */
  weight: number
  /** when it was last in the view, milliseconds; 0 for never */
  seen: number
}

/** Room that must be free before what nobody sees is fetched, as a share of the budget. */
const SLACK = 0.1

/**
 * What to let go of and what to fetch so that memory stays within a budget: what is in the view comes first, the
 * largest before the smallest; then what was in the view most recently. What is out of the view is fetched only while
 * there is ample room, so that nothing comes and goes in turns.
 */
export function arrange(pieces: readonly Piece[], budget: number): { drop: string[]; fetch: string[] } {
  const ranked = [...pieces].sort(
    (a, b) =>
      Number(b.visible) - Number(a.visible) || (a.visible ? 0 : b.seen - a.seen) || b.weight - a.weight,
  )
  const drop: string[] = []
  const fetch: string[] = []
  let used = 0
  for (const piece of ranked) {
    const limit = piece.here || piece.visible ? budget : budget * (1 - SLACK)
    const fits = used + piece.bytes <= limit
    if (fits) used += piece.bytes
    if (fits && !piece.here) fetch.push(piece.key)
    if (!fits && piece.here) drop.push(piece.key)
  }
  return { drop, fetch }
}
