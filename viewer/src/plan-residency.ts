/** A chunk as the memory manager sees it. */
export interface ResidentChunk {
  key: string
  bytes: number
  /** currently in memory */
  here: boolean
  /** currently inside the view frustum */
  visible: boolean
  /** apparent size on screen; larger chunks have priority */
  weight: number
  /** when it was last inside the view frustum, milliseconds; 0 for never */
  seen: number
}

/** Share of the budget that must be free before an invisible chunk is fetched. */
const SLACK = 0.1

/**
 * Decides which chunks to evict and which to fetch to stay within a memory budget. Visible chunks come first,
 * largest first, then the most recently seen ones. Invisible chunks are fetched only while there is ample room,
 * to avoid evicting and fetching the same chunk in turns.
 */
export function planResidency(
  pieces: readonly ResidentChunk[],
  budget: number,
): { drop: string[]; fetch: string[] } {
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
