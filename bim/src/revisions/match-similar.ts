import { assignPairs, type CandidatePair } from './assign-pairs.ts'
import { gridOfNewer } from './match-in-place.ts'
import { type Matching, type MatchProposal, SURE_SCORE } from './matching.ts'
import {
  computeDistance,
  computeOverlap,
  computeShapeDifference,
  computeWordAgreement,
  learnWordTrust,
  sizeOf,
  type WordTrust,
} from './similarity.ts'

/** Matching stages for elements whose shape changed, and candidates for elements without a match. */

/** points by which the best candidate must be ahead of the next */
const MARGIN = 5
const PROPOSED_RADIUS = 10
const LOWEST_PROPOSED = 35
const MOST_PROPOSED = 3

/** Similarity of two elements, 0 … 100, from shape, place, class and words. */
function computeSimilarity(matching: Matching, trust: WordTrust, from: number, to: number): number {
  const { older, newer } = matching
  const shape = Math.exp(-3 * computeShapeDifference(matching, from, to))
  const distance = computeDistance(matching, from, to)
  const place = Math.max(
    computeOverlap(matching, from, to),
    Math.exp(-distance / (0.3 + 0.5 * sizeOf(matching, from))),
  )
  const kind = older.family[from] === newer.family[to] ? 1 : 0
  const words = computeWordAgreement(matching, trust, from, to)
  return 100 * (0.32 * shape + 0.36 * place + 0.12 * kind + 0.2 * words)
}

/** Limit on compared pairs of one element. */
const MOST_SEEN = 200

/** Matches elements that changed a little, in shape, place or words. */
export function matchSimilar(matching: Matching): void {
  const { placed } = matching
  const trust = learnWordTrust(matching)
  const grid = gridOfNewer(matching, 2)
  const pairs: CandidatePair[] = []
  const rivals = new Map<string, number[]>()
  const note = (key: string, score: number) => {
    const scores = rivals.get(key)
    if (scores) scores.push(score)
    else rivals.set(key, [score])
  }
  const offered = new Uint8Array(matching.newer.count)
  for (const from of matching.openOlder()) {
    let seen = 0
    grid.visitNearRow(placed.centre, from, Math.min(8, 0.5 + 1.2 * sizeOf(matching, from)), (to) => {
      // thousands of elements may be in one place
      if (seen > MOST_SEEN || offered[to] === MOST_SEEN) return
      seen++
      offered[to] = (offered[to] ?? 0) + 1
      const score = computeSimilarity(matching, trust, from, to)
      if (score < LOWEST_PROPOSED) return
      pairs.push({ from, to, cost: 100 - score })
      note(`a${from}`, score)
      note(`b${to}`, score)
    })
  }
  const isAhead = ({ from, to, cost }: CandidatePair) =>
    [...(rivals.get(`a${from}`) ?? []), ...(rivals.get(`b${to}`) ?? [])].filter(
      (score) => score > 100 - cost - MARGIN,
    ).length <= 2
  const chosen = assignPairs(pairs, 100 - SURE_SCORE).filter(isAhead)
  matching.takeAll(chosen, 'SIMILAR', ({ cost }) => Math.min(92, 100 - cost))
}

/** Lists candidates for every element that was not found again, free ones of the newer version only. */
export function listProposals(matching: Matching): Map<number, MatchProposal[]> {
  const { older, newer, placed } = matching
  const trust = learnWordTrust(matching)
  const grid = gridOfNewer(matching, 4)
  const proposals = new Map<number, MatchProposal[]>()
  for (const from of matching.openOlder()) {
    const found: MatchProposal[] = []
    let seen = 0
    grid.visitNearRow(placed.centre, from, PROPOSED_RADIUS, (to) => {
      if (older.family[from] !== newer.family[to] || seen++ > 300) return
      const score = Math.round(Math.min(SURE_SCORE - 1, computeSimilarity(matching, trust, from, to)))
      if (score >= LOWEST_PROPOSED) found.push({ to, score })
    })
    found.sort((a, b) => b.score - a.score || a.to - b.to)
    if (found.length > 0) proposals.set(from, found.slice(0, MOST_PROPOSED))
  }
  return proposals
}
