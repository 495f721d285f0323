import { assignPairs, type CandidatePair } from './assign-pairs.ts'
import { gridOfNewer, matchSamePlace } from './match-in-place.ts'
import type { Matching } from './matching.ts'
import { PlaceGrid } from './place-grid.ts'
import { hasForm } from './placed-forms.ts'
import { computeShapeDifference, computeWordAgreement, hasSameShape, learnWordTrust } from './similarity.ts'

/** Stages for elements that were moved without a change of their shape. */

/** metres within which a moved element is looked for */
const MOVED_RADIUS = 6
const MOST_SAMPLED = 4000
const VOTE_CELL = 0.05

interface Vote {
  storey: string
  move: [number, number, number]
  count: number
}

/** Displacements that several elements of one storey share, most supported first. */
function countVotes(matching: Matching): { votes: Vote[]; sampled: Map<string, number> } {
  const { older, newer, placed } = matching
  const open = [...matching.openOlder()]
  const grid = gridOfNewer(matching, 2)
  const step = Math.max(1, open.length / MOST_SAMPLED)
  const sampled = new Map<string, number>()
  const votes = new Map<string, Vote>()
  for (let at = 0; at < open.length; at += step) {
    const from = open[Math.floor(at)] ?? 0
    const storey = older.storey[from] ?? ''
    sampled.set(storey, (sampled.get(storey) ?? 0) + 1)
    let seen = 0
    const cast = new Set<string>()
    grid.visitNearRow(placed.centre, from, MOVED_RADIUS, (to) => {
      if (seen > 60 || older.family[from] !== newer.family[to] || !hasSameShape(matching, from, to)) return
      seen++
      const move = [0, 1, 2].map(
        (axis) => (newer.forms.centre[to * 3 + axis] ?? 0) - (placed.centre[from * 3 + axis] ?? 0),
      ) as Vote['move']
      const key = `${storey}\n${move.map((value) => Math.round(value / VOTE_CELL)).join()}`
      if (cast.has(key)) return
      cast.add(key)
      const vote = votes.get(key) ?? { storey, move: [0, 0, 0], count: 0 }
      vote.count++
      for (let axis = 0; axis < 3; axis++)
        vote.move[axis] = (vote.move[axis] ?? 0) + ((move[axis] ?? 0) - (vote.move[axis] ?? 0)) / vote.count
      votes.set(key, vote)
    })
  }
  return { votes: [...votes.values()].sort((a, b) => b.count - a.count), sampled }
}

/**
 * Matches elements that moved together: a raised storey, the furniture of a room. A displacement counts when many elements
 * of a storey share it.
 */
export function matchMovedTogether(matching: Matching): void {
  for (let round = 0; round < 12; round++) {
    const { votes, sampled } = countVotes(matching)
    const vote = votes.find(({ count, storey }) => count >= 5 && count >= 0.3 * (sampled.get(storey) ?? 0))
    if (!vote) return
    const rows = [...matching.openOlder()].filter((row) => matching.older.storey[row] === vote.storey)
    const stayed = countFound(matching, vote.storey)
    for (const row of rows) matching.placed.shift(row, vote.move)
    matchSamePlace(matching, rows)
    const found = rows.filter((row) => matching.to[row] !== -1)
    for (const row of found) matching.take(row, matching.to[row] ?? -1, 'TOGETHER', 93)
    // when the storey itself moved, its remaining elements are searched at its new place
    if (found.length <= stayed) {
      const back = vote.move.map((value) => -value)
      for (const row of rows) if (matching.to[row] === -1) matching.placed.shift(row, back)
    }
    if (found.length === 0) return
  }
}

function countFound({ older, to }: Matching, storey: string): number {
  let count = 0
  for (let row = 0; row < older.count; row++) if (older.storey[row] === storey && to[row] !== -1) count++
  return count
}

interface Alternatives {
  /** costs of the two best candidates */
  best: number
  second: number
}

function noteCost(all: Map<number, Alternatives>, row: number, cost: number): void {
  const known = all.get(row)
  if (!known) all.set(row, { best: cost, second: Infinity })
  else if (cost < known.best) all.set(row, { best: cost, second: known.best })
  else known.second = Math.min(known.second, cost)
}

/** A candidate further away than the next one of its kind is doubtful: rows of chairs, lights in a grid. */
const DENSE_PENALTY = 6
const WORDS_PENALTY = 25

interface NearestPair extends CandidatePair {
  distance: number
  words: number
}

class NearestScores {
  readonly #matching: Matching
  readonly #froms = new Map<number, Alternatives>()
  readonly #tos = new Map<number, Alternatives>()
  readonly #all: PlaceGrid

  constructor(matching: Matching) {
    this.#matching = matching
    this.#all = new PlaceGrid(matching.newer.forms.centre, listRowsWithForm(matching), 1.5)
  }

  note(pair: CandidatePair): void {
    noteCost(this.#froms, pair.from, pair.cost)
    noteCost(this.#tos, pair.to, pair.cost)
  }

  /** Low when another candidate is about as near. */
  of({ from, to, cost, distance, words }: NearestPair): number {
    const rival = (row: Alternatives | undefined) =>
      !row ? Infinity : cost <= row.best ? row.second : row.best
    const second = Math.min(rival(this.#froms.get(from)), rival(this.#tos.get(to)), MOVED_RADIUS * 2)
    const ratio = cost / Math.max(second, 1e-6)
    const dense = this.#isDense(from, to, distance) ? DENSE_PENALTY : 0
    const near = 92 - 30 * Math.min(1.6, ratio) - 10 * Math.min(1, cost / (MOVED_RADIUS * 2))
    return near - dense - WORDS_PENALTY * Math.max(0, 0.7 - words)
  }

  /** Whether another element of this shape is nearer to the old place than the candidate. */
  #isDense(from: number, to: number, distance: number): boolean {
    const { placed, older, newer } = this.#matching
    let isDense = false
    this.#all.visitNearRow(placed.centre, from, Math.min(distance, 3), (other) => {
      if (isDense || other === to || older.family[from] !== newer.family[other]) return
      isDense = hasSameShape(this.#matching, from, other)
    })
    return isDense
  }
}

function* listRowsWithForm({ newer }: Matching): Generator<number> {
  for (let row = 0; row < newer.count; row++) if (hasForm(newer, row)) yield row
}

/** Matches moved elements with the nearest of the same shape, all of a group together. */
export function matchNearest(matching: Matching, difference: number, sure: number): void {
  const { older, newer, placed } = matching
  const trust = learnWordTrust(matching)
  const grid = gridOfNewer(matching, 3)
  const scores = new NearestScores(matching)
  const pairs: NearestPair[] = []
  for (const from of matching.openOlder()) {
    let seen = 0
    grid.visitNearRow(placed.centre, from, MOVED_RADIUS, (to, distance) => {
      if (seen > 200 || older.family[from] !== newer.family[to]) return
      const isSame =
        difference === 0
          ? hasSameShape(matching, from, to)
          : computeShapeDifference(matching, from, to) < difference
      if (!isSame) return
      seen++
      // words that disagree put a candidate further away
      const words = computeWordAgreement(matching, trust, from, to)
      const pair = { from, to, cost: distance * (1 + 2 * Math.max(0, 0.7 - words)), distance, words }
      pairs.push(pair)
      scores.note(pair)
    })
  }
  const chosen = assignPairs(pairs, MOVED_RADIUS * 1.2)
  const scored = chosen
    .map((pair) => ({ ...pair, score: scores.of(pair) }))
    .filter(({ score }) => score >= sure)
  matching.takeAll(scored, 'NEAREST', ({ score }) => score)
}
