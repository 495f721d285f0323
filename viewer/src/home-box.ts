import type { Box } from '@plumbline/bim/model'
import { type ElementState, GHOST, HIDDEN } from './element-state.ts'
import type { Model } from './model.ts'
import { boxDiagonal, unionBoxes } from './vec.ts'

type Pieces = Pick<Model, 'frame' | 'known' | 'state'>

/** Sample size: the largest instances of all chunks together, enough to locate the models. */
const MOST_PIECES = 4096
const LEAST_PIECES = 16
/** Share of the total weight at each end of an axis that is treated as outliers. */
const STRAY = 0.02

/**
 * Models farther apart than both this distance (metres) and this multiple of their size are not framed
 * together.
 */
const APART_M = 2000
const APART_SIZES = 3

export interface BoxSample {
  box: Box
  /** squared diagonal: a measure of its visual size */
  weight: number
}

/**
 * Box around the bulk of the models. Ignores small instances far away, such as a survey point marker, and models too far
 * from the rest to be visible together with them. Null if nothing is loaded yet or nothing counts.
 */
export function computeMainBox(
  models: Iterable<Pieces>,
  counts: (state: ElementState, element: number) => boolean = all,
): Box | null {
  const open = [...models]
  const chunks = open.reduce((sum, { known }) => sum + known.length, 0)
  const most = Math.max(LEAST_PIECES, Math.floor(MOST_PIECES / Math.max(1, chunks)))
  return trimOutliers(findMainCluster(open.map((model) => piecesOf(model, most, counts))))
}

function piecesOf(
  { frame, known, state }: Pieces,
  most: number,
  counts: (state: ElementState, element: number) => boolean,
): BoxSample[] {
  const pieces: BoxSample[] = []
  for (const { box, element } of known) {
    let taken = 0
    for (let at = 0; at < element.length && taken < most; at++) {
      if (!counts(state, element[at] as number)) continue
      pieces.push(pieceAt(frame.box([...box.subarray(at * 6, at * 6 + 6)] as Box)))
      taken++
    }
  }
  return pieces
}

/** The instances of models that stand close together: the cluster with the most models, then the first. */
export function findMainCluster(models: readonly BoxSample[][]): BoxSample[] {
  let places: { box: Box; models: BoxSample[][] }[] = []
  for (const pieces of models) {
    const box = trimOutliers(pieces)
    if (!box) continue
    const near = places.filter((place) => !areApart(place.box, box))
    const joined = near.reduce((whole, place) => unionBoxes(whole, place.box) ?? whole, box)
    const place = { box: joined, models: [...near.flatMap((each) => each.models), pieces] }
    // keeps the clusters in the order of their first models
    const [first = place] = near
    places =
      near.length > 0
        ? places.flatMap((each) => (each === first ? place : near.includes(each) ? [] : each))
        : [...places, place]
  }
  const [best] = places.sort((a, b) => b.models.length - a.models.length)
  return best?.models.flat() ?? []
}

/** Whether one box would be hardly visible in a view of both. */
function areApart(a: Box, b: Box): boolean {
  const gap = (axis: 0 | 1 | 2) =>
    Math.max(0, a[axis] - b[(axis + 3) as 3 | 4 | 5], b[axis] - a[(axis + 3) as 3 | 4 | 5])
  return (
    Math.hypot(gap(0), gap(1), gap(2)) >
    Math.max(APART_M, APART_SIZES * Math.max(boxDiagonal(a), boxDiagonal(b)))
  )
}

const all = () => true

/** `computeMainBox` of the elements that are neither hidden nor ghosted. */
export function computeShownBox(models: Iterable<Pieces>): Box | null {
  return computeMainBox(models, (state, element) => !state.has(element, HIDDEN) && !state.has(element, GHOST))
}

function pieceAt(box: Box): BoxSample {
  return { box, weight: (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2 }
}

/** The box around all instances except outliers. */
export function trimOutliers(pieces: readonly BoxSample[]): Box | null {
  const ranges = [0, 1, 2].map((axis) => coreRange(pieces, axis))
  const kept = pieces.filter(({ box }) =>
    ranges.every(([low, high], axis) => (box[axis + 3] as number) >= low && (box[axis] as number) <= high),
  )
  if (kept.length === 0) return null
  const side = (at: number, pick: typeof Math.min) =>
    kept.reduce((most, { box }) => pick(most, box[at] as number), kept[0]?.box[at] as number)
  return [0, 1, 2, 3, 4, 5].map((at) => side(at, at < 3 ? Math.min : Math.max)) as Box
}

/** Range of an axis without outliers, extended by half its length on both sides. */
function coreRange(pieces: readonly BoxSample[], axis: number): [low: number, high: number] {
  const total = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  const reach = (side: number, sign: 1 | -1) => {
    const sorted = [...pieces].sort((a, b) => ((a.box[side] as number) - (b.box[side] as number)) * sign)
    let sum = 0
    for (const { box, weight } of sorted) {
      sum += weight
      if (sum > total * STRAY) return box[side] as number
    }
    return sorted.at(-1)?.box[side] ?? 0
  }
  const low = reach(axis, 1)
  const high = reach(axis + 3, -1)
  const slack = Math.max(0.5, (high - low) / 2)
  return [low - slack, high + slack]
}
