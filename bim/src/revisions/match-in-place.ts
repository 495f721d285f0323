import { assignGreedily, type CandidatePair, splitGroups } from './assign-pairs.ts'
import type { Key } from './key-pairs.ts'
import type { Matching, MatchWay } from './matching.ts'
import { PlaceGrid } from './place-grid.ts'
import {
  ALIKE,
  computeDistance,
  computeShapeDifference,
  computeWordAgreement,
  hasSameShape,
  learnWordTrust,
  sizeOf,
  type WordTrust,
} from './similarity.ts'

/** Matching stages for elements in an unchanged place, and for elements with a matching key. */

/** metres between the centres of an element that was not moved */
const IN_PLACE = 0.015
/** another tessellation moves the centre of a shape by this share of its size */
const IN_PLACE_ALIKE = 0.02

/** Limit on candidates of one element: a broken export may put thousands of equal shapes in one place. */
const MOST_CANDIDATES = 100

const NEUTRAL: WordTrust = { guid: 1, tag: 1, name: 1, type: 0.8, storey: 0.8, properties: 0.9 }

export const gridOfNewer = (matching: Matching, cell: number): PlaceGrid =>
  new PlaceGrid(matching.newer.forms.centre, matching.openNewer(), cell)

const KEY_WAYS: Record<Key, MatchWay> = { guid: 'GUID', tag: 'TAG', name: 'NAME' }

interface PlaceRule {
  way: MatchWay
  score: number
  radiusOf: (from: number) => number
  accepts: (from: number, to: number) => boolean
}

/**
 * Matches elements at the same place; of several candidates at one place, takes the pair whose words and parents agree best.
 */
function takeInPlace(
  matching: Matching,
  rule: PlaceRule,
  trust: WordTrust,
  rows: Iterable<number> = matching.openOlder(),
): void {
  const { placed, older, newer } = matching
  const grid = gridOfNewer(matching, 0.25)
  const candidates = new Map<number, CandidatePair[]>()
  const rivals = new Uint8Array(newer.count)
  for (const from of rows) {
    const radius = rule.radiusOf(from)
    const own: CandidatePair[] = []
    grid.visitNearRow(placed.centre, from, radius, (to, distance) => {
      if (own.length === MOST_CANDIDATES || rivals[to] === MOST_CANDIDATES) return
      if (older.family[from] !== newer.family[to] || !rule.accepts(from, to)) return
      const cost = distance / radius - 4 * computeWordAgreement(matching, trust, from, to)
      own.push({ from, to, cost })
      rivals[to] = (rivals[to] ?? 0) + 1
    })
    if (own.length > 0) candidates.set(from, own)
  }
  const scoreOf = ({ from, to }: CandidatePair) => (older.guid[from] === newer.guid[to] ? 100 : rule.score)
  const contested: CandidatePair[] = []
  for (const own of candidates.values()) {
    const [only] = own
    if (only && own.length === 1 && rivals[only.to] === 1) matching.takeAll([only], rule.way, scoreOf)
    else contested.push(...own)
  }
  // parents precede their parts, so that the parts of twins follow them
  for (const group of splitGroups(contested)) {
    const weighed = group.map((pair) => ({
      ...pair,
      cost: pair.cost - (matching.to[older.parent[pair.from] ?? -1] === newer.parent[pair.to] ? 2 : 0),
    }))
    matching.takeAll(assignGreedily(weighed, Infinity), rule.way, scoreOf)
  }
}

/** The same shape at the same place. */
export function matchSamePlace(matching: Matching, rows?: Iterable<number>): void {
  const rule: PlaceRule = {
    way: 'PLACE',
    score: 99,
    radiusOf: () => IN_PLACE,
    accepts: (from, to) => hasSameShape(matching, from, to),
  }
  takeInPlace(matching, rule, NEUTRAL, rows)
}

/** About the same shape at the same place: another tessellation, a slightly changed element. */
export function matchAlikeInPlace(matching: Matching): void {
  const rule: PlaceRule = {
    way: 'ALIKE',
    score: 94,
    radiusOf: (from) => 0.03 + Math.min(0.1, IN_PLACE_ALIKE * sizeOf(matching, from)),
    accepts: (from, to) => computeShapeDifference(matching, from, to) < ALIKE,
  }
  takeInPlace(matching, rule, learnWordTrust(matching))
}

const isInPlace = (matching: Matching, from: number, to: number) =>
  matching.older.family[from] === matching.newer.family[to] &&
  computeDistance(matching, from, to) < 0.05 &&
  computeShapeDifference(matching, from, to) < ALIKE

/** Share of the keys found in both versions whose elements did not move: whether the exporter keeps its keys. */
export function learnKeyTrust(matching: Matching, key: Key): number {
  let found = 0
  let kept = 0
  for (const { from, to } of matching.keys.of(key)) {
    found++
    if (isInPlace(matching, from, to)) kept++
  }
  return found === 0 ? 0 : kept / found
}

/** Whether a key can be trusted: its new element is of the same kind and could be the old one. */
function isBelievable(matching: Matching, from: number, to: number, trust: number): boolean {
  const { older, newer } = matching
  if (older.family[from] !== newer.family[to]) return false
  const distance = computeDistance(matching, from, to)
  const difference = computeShapeDifference(matching, from, to)
  const near = distance < 1 + 2 * sizeOf(matching, from)
  if (trust < 0.5) return near && difference < ALIKE
  const named = older.name[from] !== '' && older.name[from] === newer.name[to]
  const typed = older.type[from] !== '' && older.type[from] === newer.type[to]
  if (difference < ALIKE) return near || distance < 30 || named || typed
  return near ? difference < 1.2 || named || typed : named && typed && distance < 30
}

/**
 * Whether keys were reassigned among elements that did not move: following each key to its new place, and from there to the
 * key of the element that stood there before, leads back to the start. The places are right then and the keys are not.
 */
function isDealtAnew(
  matching: Matching,
  start: number,
  toOf: Map<number, number>,
  standsAt: Map<number, number>,
) {
  let at = start
  for (let step = 0; step < 10_000; step++) {
    const to = toOf.get(at)
    const occupied = to === undefined ? undefined : standsAt.get(to)
    if (occupied === undefined) return false
    if (occupied === start) return true
    if (!toOf.has(occupied)) return matching.to[occupied] === -1
    at = occupied
  }
  return false
}

/** Matches by a key where it is believable. */
export function matchByKey(matching: Matching, key: Key, trust: number): void {
  const pairs = matching.keys
    .of(key)
    .filter(({ from, to }) => matching.to[from] === -1 && matching.from[to] === -1)
  const away = new Map<number, number>()
  const way = KEY_WAYS[key]
  for (const { from, to } of pairs) {
    if (isInPlace(matching, from, to)) matching.take(from, to, way, key === 'guid' ? 100 : 98)
    else if (isBelievable(matching, from, to, trust)) away.set(from, to)
  }
  const standsAt = findOccupied(matching, [...away.values()])
  for (const [from, to] of away) {
    if (isDealtAnew(matching, from, away, standsAt)) continue
    const difference = computeShapeDifference(matching, from, to)
    matching.take(from, to, way, difference < ALIKE ? 96 : 90)
  }
}

/** By element of the newer version: the element of the older one with the same place and shape. */
function findOccupied(matching: Matching, rows: number[]): Map<number, number> {
  const { older, newer, placed } = matching
  const grid = new PlaceGrid(placed.centre, matching.openOlder(), 0.25)
  const occupied = new Map<number, number>()
  for (const to of rows) {
    grid.visitNearRow(newer.forms.centre, to, 0.03, (from) => {
      if (older.family[from] === newer.family[to] && hasSameShape(matching, from, to)) occupied.set(to, from)
    })
  }
  return occupied
}

/** Matches remaining elements with equal GlobalIds, if the exporter keeps its GlobalIds. */
export function matchLeftKeys(matching: Matching): void {
  const { older, newer } = matching
  const others = new Map<string, number>()
  for (let to = 0; to < newer.count; to++) if (matching.from[to] === -1) others.set(newer.guid[to] ?? '', to)
  for (let from = 0; from < older.count; from++) {
    const guid = older.guid[from] ?? ''
    const to = matching.to[from] === -1 && guid !== '' ? others.get(guid) : undefined
    if (to !== undefined && matching.from[to] === -1 && older.family[from] === newer.family[to])
      matching.take(from, to, 'GUID', 80)
  }
}
