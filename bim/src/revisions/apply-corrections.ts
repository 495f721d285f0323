import type { MatchedRevisions } from './match-revisions.ts'
import { matchWays } from './matching.ts'
import type { Revision } from './revision.ts'

/** Applies the users' corrections to the computed matches; `to` is null for deleted elements. */
export function applyCorrections(
  older: Revision,
  newer: Revision,
  match: MatchedRevisions,
  corrections: { from: string; to: string | null }[],
): MatchedRevisions {
  if (corrections.length === 0) return match
  const { to, way, score } = match
  const said = matchWays.indexOf('PERSON')
  for (const correction of corrections) {
    const from = older.guid.indexOf(correction.from)
    const target = correction.to === null ? -1 : newer.guid.indexOf(correction.to)
    if (from < 0 || (correction.to !== null && target < 0)) continue
    // another element that was taken for it is open again
    for (let row = 0; target >= 0 && row < older.count; row++)
      if (to[row] === target && way[row] !== said) {
        to[row] = -1
        way[row] = 0
        score[row] = 0
      }
    to[from] = target
    way[from] = target < 0 ? 0 : said
    score[from] = target < 0 ? 0 : 100
    match.proposals.delete(from)
    match.splits.delete(from)
  }
  return match
}
